import { type PointerEvent, type RefObject, useRef } from 'react'

interface Hand {
  /** What a share of the track's width is counted on. */
  track: RefObject<HTMLElement | null>
  /** At most once a frame. */
  onMove: (share: number) => void
  /** Not called when the gesture became something else, such as scrolling. */
  onRest: (share: number) => void
  onCancel: () => void
}

/** Pointer, finger or pen on a track: where it is, once a frame, from 0 to 1. */
export function useDrag({ track, onMove, onRest, onCancel }: Hand) {
  const frame = useRef(0)
  const left = useRef<number | null>(null)
  /** Measured once a gesture: to measure in each frame would lay the page out in each. */
  const box = useRef({ left: 0, width: 1 })

  function share(): number {
    const { left: begins, width } = box.current
    if (left.current === null) return 1
    return Math.min(1, Math.max(0, (left.current - begins) / width))
  }

  function draw() {
    frame.current = 0
    if (left.current !== null) onMove(share())
  }

  function end() {
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
      frame.current ||= requestAnimationFrame(draw)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (left.current === null || !event.isPrimary) return
      left.current = event.clientX
      frame.current ||= requestAnimationFrame(draw)
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (left.current === null || !event.isPrimary) return
      left.current = event.clientX
      const at = share()
      end()
      onRest(at)
    },
    onPointerCancel() {
      if (left.current === null) return
      end()
      onCancel()
    },
  }
}
