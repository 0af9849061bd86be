import { type ComponentType, memo, Suspense, use } from 'react'

import type { Pages } from '#app/pages.ts'

/** What the page hands on it knows by itself: its own props. */
type LazyComponent = ComponentType<Record<string, unknown>>

const lazyModules = import.meta.glob<{ default: LazyComponent }>('./Pages/**/*.lazy.tsx')

const loadedParts = new Map<string, LazyComponent>()
const onLoaded = new Map<string, () => void>()

/**
 * What of a page a browser takes over a moment after the rest. The server has drawn it whole, its forms are ordinary forms
 * until then, and nobody waits for its script; where that never comes, they stay so. On a visit it comes with the page.
 *
 * `const Rest = later('Profile/Show')` is `web/Pages/Profile/Show.lazy.tsx`, which takes the page's props.
 */
export function lazyPart<Name extends keyof Pages>(pageName: Name): ComponentType<Pages[Name]> {
  const loaded = new Promise<void>((resolve) => onLoaded.set(pageName, resolve))

  function LoadedPart(props: Pages[Name]) {
    const Part = loadedParts.get(pageName)
    if (!Part) use(loaded)
    return Part && <Part {...props} />
  }

  // The client draws the first page twice: without a change, what waits for its script must not be drawn again.
  return memo((props: Pages[Name]) => (
    <Suspense>
      <LoadedPart {...props} />
    </Suspense>
  ))
}

/** Null for a page that has no such part. */
export async function importLazyPart(pageName: string): Promise<LazyComponent | null> {
  const load = lazyModules[`./Pages/${pageName}.lazy.tsx`]
  return load ? (await load()).default : null
}

/** Lets it be drawn; its sentences must be known by now. */
export function registerLazyPart(pageName: string, part: LazyComponent): void {
  loadedParts.set(pageName, part)
  onLoaded.get(pageName)?.()
}
