import { type PointerEvent, type RefObject, useRef } from 'react'

interface DragOptions {
  /** Fractions are relative to its width. */
  track: RefObject<HTMLElement | null>
  onMove: (fraction: number) => void
  /** Not called if the gesture turned into something else, such as scrolling. */
  onRelease: (fraction: number) => void
  onCancel: () => void
}

/** Tracks a drag along a track as a fraction from 0 to 1. */
export function useDrag({ track, onMove, onRelease, onCancel }: DragOptions) {
  const frame = useRef(0)
  const pointerX = useRef<number | null>(null)
  /** Measured once per gesture, since measuring forces a layout. */
  const box = useRef({ left: 0, width: 1 })

  function fraction(): number {
    const { left: trackLeft, width } = box.current
    if (pointerX.current === null) return 1
    return Math.min(1, Math.max(0, (pointerX.current - trackLeft) / width))
  }

  function handleFrame() {
    frame.current = 0
    if (pointerX.current !== null) onMove(fraction())
  }

  function endDrag() {
    cancelAnimationFrame(frame.current)
    frame.current = 0
    pointerX.current = null
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || !event.isPrimary) return
      event.currentTarget.setPointerCapture(event.pointerId)
      box.current = track.current?.getBoundingClientRect() ?? box.current
      pointerX.current = event.clientX
      frame.current ||= requestAnimationFrame(handleFrame)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (pointerX.current === null || !event.isPrimary) return
      pointerX.current = event.clientX
      frame.current ||= requestAnimationFrame(handleFrame)
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (pointerX.current === null || !event.isPrimary) return
      pointerX.current = event.clientX
      const releasedAt = fraction()
      endDrag()
      onRelease(releasedAt)
    },
    onPointerCancel() {
      if (pointerX.current === null) return
      endDrag()
      onCancel()
    },
  }
}
