import { type RefObject, useSyncExternalStore } from 'react'

/**
 * Whether inserting a line at the top of the list would move what is being read: the page is scrolled and the list starts
 * inside the window. Lines above the window are compensated by scroll anchoring, where the browser supports it.
 */
export function useListTopVisible(list: RefObject<HTMLElement | null>): boolean {
  return useSyncExternalStore(
    subscribeToScroll,
    () => isListTopVisible(list.current),
    () => false,
  )
}

function isListTopVisible(list: HTMLElement | null): boolean {
  if (!list) return false
  // Scrolled in its own box, whose position a reload keeps in pixels.
  if (list.scrollTop > 0) return true
  if (scrollY <= 0) return false
  const { top, bottom } = list.getBoundingClientRect()
  const end = CSS.supports('overflow-anchor', 'auto') ? top : bottom
  return top < innerHeight && end > 0
}

function subscribeToScroll(onChange: () => void): () => void {
  const events = ['scroll', 'resize'] as const
  // The list's own scroll events do not bubble.
  const options = { passive: true, capture: true }
  for (const event of events) addEventListener(event, onChange, options)
  return () => {
    for (const event of events) removeEventListener(event, onChange, options)
  }
}
