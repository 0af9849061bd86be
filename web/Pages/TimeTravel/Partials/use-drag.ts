import { type PointerEvent, type RefObject, useRef } from 'react'

interface DragOptions {
  /** What a share of the track's width is counted on. */
  track: RefObject<HTMLElement | null>
  /** At most once a frame. */
  onMove: (share: number) => void
  /** Not called when the gesture became something else, such as scrolling. */
  onRelease: (share: number) => void
  onCancel: () => void
}

/** Pointer, finger or pen on a track: where it is, once a frame, from 0 to 1. */
export function useDrag({ track, onMove, onRelease, onCancel }: DragOptions) {
  const frame = useRef(0)
  const left = useRef<number | null>(null)
  /** Measured once a gesture: to measure in each frame would lay the page out in each. */
  const box = useRef({ left: 0, width: 1 })

  function fraction(): number {
    const { left: trackLeft, width } = box.current
    if (left.current === null) return 1
    return Math.min(1, Math.max(0, (left.current - trackLeft) / width))
  }

  function handleFrame() {
    frame.current = 0
    if (left.current !== null) onMove(fraction())
  }

  function endDrag() {
    cancelAnimationFrame(frame.current)
    frame.current = 0
    left.current = null
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || !event.isPrimary) return
      event.currentTarget.setPointerCapture(event.pointerId)
      box.current = track.current?.getBoundingClientRect() ?? box.current
      left.current = event.clientX
      frame.current ||= requestAnimationFrame(handleFrame)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (left.current === null || !event.isPrimary) return
      left.current = event.clientX
      frame.current ||= requestAnimationFrame(handleFrame)
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (left.current === null || !event.isPrimary) return
      left.current = event.clientX
      const releasedAt = fraction()
      endDrag()
      onRelease(releasedAt)
    },
    onPointerCancel() {
      if (left.current === null) return
      endDrag()
      onCancel()
    },
  }
}
