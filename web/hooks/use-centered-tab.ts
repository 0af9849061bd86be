import { useLayoutEffect, useRef } from 'react'

/** Scrolls a row of tabs so that the current one is in its center. Some browsers have done so before, by `scroll-initial-target`. */
export function useCenteredTab(current: string) {
  const ref = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    const list = ref.current
    const tab = list?.querySelector<HTMLElement>('[aria-current]')
    if (!list || !tab) return
    const { left, width } = tab.getBoundingClientRect()
    const box = list.getBoundingClientRect()
    list.scrollBy({ left: left + width / 2 - (box.left + box.width / 2) })
  }, [current])
  return ref
}
