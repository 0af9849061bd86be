import { type ComponentType, memo, Suspense, use } from 'react'

import type { Pages } from '#app/pages.ts'

type LazyComponent = ComponentType<Record<string, unknown>>

const lazyModules = import.meta.glob<{ default: LazyComponent }>('./Pages/**/*.lazy.tsx')

const loadedParts = new Map<string, LazyComponent>()
const onLoaded = new Map<string, () => void>()

/**
 * A lazily hydrated part of a page. The server renders it in full, and its forms work as ordinary forms until its chunk
 * arrives. On a client-side visit it loads together with the page.
 *
 * `lazyPart('Profile/Show')` loads `web/Pages/Profile/Show.lazy.tsx`, which takes the page's props.
 */
export function lazyPart<Name extends keyof Pages>(pageName: Name): ComponentType<Pages[Name]> {
  const loaded = new Promise<void>((resolve) => onLoaded.set(pageName, resolve))

  function LoadedPart(props: Pages[Name]) {
    const Part = loadedParts.get(pageName)
    if (!Part) use(loaded)
    return Part && <Part {...props} />
  }

  // Inertia renders the first page twice; memo keeps the second render from replacing the suspended HTML.
  return memo((props: Pages[Name]) => (
    <Suspense>
      <LoadedPart {...props} />
    </Suspense>
  ))
}

/** Returns null if the page has no lazy part. */
export async function importLazyPart(pageName: string): Promise<LazyComponent | null> {
  const load = lazyModules[`./Pages/${pageName}.lazy.tsx`]
  return load ? (await load()).default : null
}

/** Makes the part render. Its translations must be loaded before. */
export function registerLazyPart(pageName: string, part: LazyComponent): void {
  loadedParts.set(pageName, part)
  onLoaded.get(pageName)?.()
}
