import assert from 'node:assert/strict'
import { test } from 'node:test'

import { array, assert as check, double, integer, property, record } from 'fast-check'

import {
  type Crop,
  centerCrop,
  panCrop,
  maxZoom,
  type ImageSize,
  cropForKey,
  zoomCrop,
  zoomLevel,
} from './crop.ts'

const arbitraryImageSize = record({
  width: integer({ min: 1, max: 30_000 }),
  height: integer({ min: 1, max: 30_000 }),
})
const arbitraryStep = record({
  dx: integer({ min: -40_000, max: 40_000 }),
  dy: integer({ min: -40_000, max: 40_000 }),
  zoom: double({ min: -2, max: 20, noNaN: true }),
})

test('whatever someone does, the square lies inside the picture', () => {
  check(
    property(arbitraryImageSize, array(arbitraryStep, { maxLength: 12 }), (whole, steps) => {
      const crop = steps.reduce(
        (it, { dx, dy, zoom }) => panCrop(zoomCrop(it, zoom, whole), dx, dy, whole),
        centerCrop(whole),
      )
      assert.ok(isInside(crop, whole), JSON.stringify(crop))
    }),
  )
})

test('enlarging keeps what is in the middle there', () => {
  const whole = { width: 1000, height: 600 }
  const crop = zoomCrop(centerCrop(whole), 2, whole)
  assert.deepEqual(crop, { x: 350, y: 150, size: 300 })
  assert.deepEqual(zoomCrop(crop, 1, whole), centerCrop(whole))
})

test('arrow keys move the window, with Shift further; plus and minus are each other’s undoing', () => {
  const whole = { width: 1000, height: 500 }
  const crop = centerCrop(whole)
  assert.equal(cropForKey(crop, 'ArrowLeft', false, whole)?.x, 225)
  assert.equal(cropForKey(crop, 'ArrowRight', true, whole)?.x, 375)
  assert.equal(cropForKey(crop, 'ArrowUp', true, whole)?.y, 0)
  const nearer = cropForKey(crop, '+', false, whole) ?? crop
  assert.ok(nearer.size < 500)
  assert.equal(cropForKey(nearer, '-', false, whole)?.size, 500)
  assert.equal(cropForKey(crop, 'a', false, whole), null)
})

test('a small picture cannot be enlarged beyond what it shows', () => {
  assert.equal(maxZoom({ width: 90, height: 4000 }), 1)
  assert.equal(zoomLevel(zoomCrop(centerCrop(smallImage), 99, smallImage), smallImage), 2)
})

const smallImage = { width: 256, height: 300 }

function isInside({ x, y, size }: Crop, { width, height }: ImageSize): boolean {
  const slack = 1e-6
  return size > 0 && x >= 0 && y >= 0 && x + size <= width + slack && y + size <= height + slack
}
