import type { Page } from 'playwright-core'

/** A new size or theme is whole only in the frames after it: containers are measured and colours cross over. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  })
}

/** What reaches beyond the window's edge, when the window can be scrolled sideways. */
export async function sticksOut(page: Page): Promise<string[]> {
  await drawn(page)
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
