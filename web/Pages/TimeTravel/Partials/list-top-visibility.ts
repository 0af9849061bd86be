import { type RefObject, useSyncExternalStore } from 'react'

/**
 * Whether a line put before the first one would move what is being read: the list begins in the window, somewhere below what
 * the person scrolled to. Above the window the browser itself keeps the place of what it shows, where it can.
 */
export function useListTopVisible(list: RefObject<HTMLElement | null>): boolean {
  return useSyncExternalStore(
    subscribeToScroll,
    () => isListTopVisible(list.current),
    () => false,
  )
}

function isListTopVisible(list: HTMLElement | null): boolean {
  if (!list || scrollY <= 0) return false
  const { top, bottom } = list.getBoundingClientRect()
  const end = CSS.supports('overflow-anchor', 'auto') ? top : bottom
  return top < innerHeight && end > 0
}

function subscribeToScroll(onChange: () => void): () => void {
  const events = ['scroll', 'resize'] as const
  for (const event of events) addEventListener(event, onChange, { passive: true })
  return () => {
    for (const event of events) removeEventListener(event, onChange)
  }
}
