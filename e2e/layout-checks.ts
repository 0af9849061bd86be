import type { Page } from 'playwright-core'

/** Waits until a new size or theme has settled: container queries and transitions take some frames. */
export async function waitForLayout(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
    // Animations of hidden elements never finish, nor do those that follow a scroll position.
    const visibleAnimations = document
      .getAnimations()
      .filter(
        ({ effect, timeline }) =>
          timeline === document.timeline &&
          effect instanceof KeyframeEffect &&
          effect.target?.checkVisibility(),
      )
    await Promise.allSettled(visibleAnimations.map(({ finished }) => finished))
  })
}

/** Returns the elements beyond the window's edge, if the page scrolls horizontally. */
export async function horizontalOverflow(page: Page): Promise<string[]> {
  await waitForLayout(page)
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((it) => {
        const { left, right, width } = it.getBoundingClientRect()
        return width > 1 && (right > clientWidth + 1 || left < -1)
      })
      .map((it) => it.outerHTML.slice(0, 100))
  })
}

/** Runs in the page. Returns elements whose text is cut off. */
export function truncatedElements(): string[] {
  return [...document.querySelectorAll('button:not(.crop-stage), a, h1, h2, h3, label, .badge, th')]
    .filter((it) => {
      const { overflowX, textOverflow } = getComputedStyle(it)
      const hides = overflowX === 'hidden' || textOverflow === 'ellipsis'
      return hides && it.clientWidth > 1 && it.scrollWidth > it.clientWidth + 1
    })
    .map((it) => it.outerHTML.slice(0, 120))
}

/** Runs in the page. Returns paragraphs in a column so narrow that words break. */
export function squeezedParagraphs(): string[] {
  return [...document.querySelectorAll('p')]
    .filter((it) => {
      const { width, height } = it.getBoundingClientRect()
      return (it.textContent?.length ?? 0) > 30 && width > 1 && width < 100 && height > 200
    })
    .map((it) => it.outerHTML.slice(0, 120))
}

/** Runs in the page. Returns pairs of buttons and links of the main content that cover each other. */
export function overlappingControls(): string[] {
  const controls = [...document.querySelectorAll('main :is(a, button, summary)')]
    .filter((it) => it.checkVisibility() && it.clientHeight > 1)
    .map((it) => ({ element: it, box: it.getBoundingClientRect() }))
  return controls.flatMap(({ element, box }, index) =>
    controls
      .slice(index + 1)
      .filter(({ element: other, box: { left, right, top, bottom } }) => {
        const width = Math.min(box.right, right) - Math.max(box.left, left)
        const height = Math.min(box.bottom, bottom) - Math.max(box.top, top)
        return width > 1 && height > 1 && !element.contains(other)
      })
      .map(
        ({ element: other }) =>
          `${element.outerHTML.slice(0, 100)} and ${other.outerHTML.slice(0, 100)}`,
      ),
  )
}

/** Runs in the page. Returns what the Tab key reaches although nothing can be done there. */
export function idleTabStops(): string[] {
  function doesSomething(it: Element): boolean {
    if (it.matches('a[href], button[type=submit], [popovertarget], .client-alert button'))
      return true
    if (it.scrollWidth > it.clientWidth || it.scrollHeight > it.clientHeight) return true
    const reactProps = Object.entries(it).find(([key]) => key.startsWith('__reactProps'))?.[1]
    return Object.keys(Object(reactProps)).some((name) => /^on(Click|KeyDown|Pointer)/.test(name))
  }
  return [...document.querySelectorAll<HTMLElement>('a, button, [tabindex]')]
    .filter((it) => it.tabIndex >= 0 && it.checkVisibility() && !doesSomething(it))
    .map((it) => it.outerHTML.slice(0, 120))
}

/** Runs in the page. Returns the touch targets below 44 pixels of height, except links within a sentence. */
export function smallTouchTargets(): string[] {
  function heightOf(it: Element): number {
    it.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = it.getBoundingClientRect()
    const isHit = (y: number) => {
      const hit = document.elementFromPoint(left + Math.min(width, 40) / 2, y)
      return hit !== null && it.contains(hit)
    }
    const middle = top + height / 2
    const reach = [...Array(88).keys()].map((step) => middle - 44 + step)
    return isHit(middle) ? reach.filter(isHit).length : 44
  }

  const isInSentence = (it: Element) =>
    it.matches('a') &&
    it.closest('p, label')?.textContent?.trim() !== it.textContent?.trim() &&
    it.closest('p, label') !== null

  return [...document.querySelectorAll('a[href], button, select, summary, .checkbox > input')]
    .filter((it) => it.checkVisibility() && it.getBoundingClientRect().height > 1)
    .filter((it) => !isInSentence(it) && heightOf(it) < 43)
    .map((it) => `${heightOf(it)}: ${it.outerHTML.slice(0, 120)}`)
}
