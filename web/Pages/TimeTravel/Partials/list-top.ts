import { type RefObject, useSyncExternalStore } from 'react'

/**
 * Whether a line put before the first one would move what is being read: the list begins in the window, somewhere below what
 * the person scrolled to. Above the window the browser itself keeps the place of what it shows, where it can.
 */
export function useListTopIsRead(list: RefObject<HTMLElement | null>): boolean {
  return useSyncExternalStore(
    onScroll,
    () => isRead(list.current),
    () => false,
  )
}

function isRead(list: HTMLElement | null): boolean {
  if (!list || scrollY <= 0) return false
  const { top, bottom } = list.getBoundingClientRect()
  const end = CSS.supports('overflow-anchor', 'auto') ? top : bottom
  return top < innerHeight && end > 0
}

function onScroll(tell: () => void): () => void {
  const events = ['scroll', 'resize'] as const
  for (const event of events) addEventListener(event, tell, { passive: true })
  return () => {
    for (const event of events) removeEventListener(event, tell)
  }
}
