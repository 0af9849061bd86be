import { type PointerEvent, useRef } from 'react'

import { type Crop, moved, type Picture, zoomed, zoomOf } from './crop.ts'

type Point = { x: number; y: number }

/** What a mouse, one finger or two do to the picture they hold. Several moves may come between two drawings. */
export function useFingers(picture: Picture, onChange: (change: (crop: Crop) => Crop) => void) {
  const down = useRef(new Map<number, Point>())
  const lift = ({ pointerId }: PointerEvent) => void down.current.delete(pointerId)

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      down.current.set(event.pointerId, pointOf(event))
    },

    onPointerMove(event: PointerEvent<HTMLElement>) {
      const from = down.current.get(event.pointerId)
      if (!from) return
      const to = pointOf(event)
      const [other] = [...down.current].filter(([id]) => id !== event.pointerId)
      down.current.set(event.pointerId, to)
      if (other) {
        const spread = distance(to, other[1]) / Math.max(1, distance(from, other[1]))
        return onChange((crop) => zoomed(crop, zoomOf(crop, picture) * spread, picture))
      }
      const { clientWidth } = event.currentTarget
      onChange((crop) => {
        const scale = crop.size / clientWidth
        return moved(crop, (from.x - to.x) * scale, (from.y - to.y) * scale, picture)
      })
    },

    onPointerUp: lift,
    onPointerCancel: lift,
  }
}

function pointOf({ clientX, clientY }: PointerEvent): Point {
  return { x: clientX, y: clientY }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
