/**
 * The ref of the current tab: scrolls its row so that it is in the center, again after a phone was turned. Some browsers have
 * done so before, by `scroll-initial-target`.
 */
export function centerTab(tab: HTMLElement | null): (() => void) | undefined {
  const row = tab?.parentElement
  if (!tab || !row) return
  const observer = new ResizeObserver(() => {
    const { left, width } = tab.getBoundingClientRect()
    const box = row.getBoundingClientRect()
    row.scrollBy({ left: left + width / 2 - (box.left + box.width / 2) })
  })
  observer.observe(row)
  return () => observer.disconnect()
}
