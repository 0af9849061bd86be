import { type PointerEvent, useRef } from 'react'

import { type Crop, panCrop, type ImageSize, zoomCrop, zoomLevel } from './crop-geometry.ts'

type Point = { x: number; y: number }

/** Farther than this is a drag. */
const maxClickDistance = 5

/**
 * Pans with one pointer, zooms with two; a click moves its point to the center, for people who cannot drag. Several moves can precede one render, so `onChange`
 * gets an updater.
 */
export function usePinchPan(
  imageSize: ImageSize,
  onChange: (change: (crop: Crop) => Crop) => void,
) {
  const activePointers = useRef(new Map<number, Point>())
  /** Where the only pointer went down. */
  const clickStart = useRef<Point>(null)
  const releasePointer = ({ pointerId }: PointerEvent) =>
    void activePointers.current.delete(pointerId)

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      clickStart.current = activePointers.current.size === 0 ? pointOf(event) : null
      activePointers.current.set(event.pointerId, pointOf(event))
    },

    onPointerMove(event: PointerEvent<HTMLElement>) {
      const from = activePointers.current.get(event.pointerId)
      if (!from) return
      const to = pointOf(event)
      const [other] = [...activePointers.current].filter(([id]) => id !== event.pointerId)
      activePointers.current.set(event.pointerId, to)
      if (other) {
        const pinchRatio = distance(to, other[1]) / Math.max(1, distance(from, other[1]))
        return onChange((crop) =>
          zoomCrop(crop, zoomLevel(crop, imageSize) * pinchRatio, imageSize),
        )
      }
      const { clientWidth } = event.currentTarget
      onChange((crop) => {
        const scale = crop.size / clientWidth
        return panCrop(crop, (from.x - to.x) * scale, (from.y - to.y) * scale, imageSize)
      })
    },

    onPointerUp(event: PointerEvent<HTMLElement>) {
      releasePointer(event)
      const point = pointOf(event)
      const isClick = clickStart.current && distance(clickStart.current, point) < maxClickDistance
      if (!isClick) return
      const { left, top, width } = event.currentTarget.getBoundingClientRect()
      onChange((crop) => {
        const scale = crop.size / width
        const [dx, dy] = [point.x - left - width / 2, point.y - top - width / 2]
        return panCrop(crop, dx * scale, dy * scale, imageSize)
      })
    },

    onPointerCancel: releasePointer,
  }
}

function pointOf({ clientX, clientY }: PointerEvent): Point {
  return { x: clientX, y: clientY }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
