import { type ComponentType, memo, Suspense, use } from 'react'

import type { Pages } from '#app/pages.ts'

/** What the page hands on it knows by itself: its own props. */
type Part = ComponentType<Record<string, unknown>>

const files = import.meta.glob<{ default: Part }>('./Pages/**/*.later.tsx')

const parts = new Map<string, Part>()
const waiting = new Map<string, () => void>()

/**
 * What of a page a browser takes over a moment after the rest. The server has drawn it whole, its forms are ordinary forms
 * until then, and nobody waits for its script; where that never comes, they stay so. On a visit it comes with the page.
 *
 * `const Rest = later('Profile/Show')` is `web/Pages/Profile/Show.later.tsx`, which takes the page's props.
 */
export function later<Name extends keyof Pages>(page: Name): ComponentType<Pages[Name]> {
  const arrival = new Promise<void>((arrive) => waiting.set(page, arrive))

  function Arrived(props: Pages[Name]) {
    const Part = parts.get(page)
    if (!Part) use(arrival)
    return Part && <Part {...props} />
  }

  // The client draws the first page twice: without a change, what waits for its script must not be drawn again.
  return memo((props: Pages[Name]) => (
    <Suspense>
      <Arrived {...props} />
    </Suspense>
  ))
}

/** Null for a page that has no such part. */
export async function loadLater(page: string): Promise<Part | null> {
  const load = files[`./Pages/${page}.later.tsx`]
  return load ? (await load()).default : null
}

/** Lets it be drawn; its sentences must be known by now. */
export function showLater(page: string, part: Part): void {
  parts.set(page, part)
  waiting.get(page)?.()
}
