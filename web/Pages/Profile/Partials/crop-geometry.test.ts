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
} from './crop-geometry.ts'

const arbitraryImageSize = record({
  width: integer({ min: 1, max: 30_000 }),
  height: integer({ min: 1, max: 30_000 }),
})
const arbitraryStep = record({
  dx: integer({ min: -40_000, max: 40_000 }),
  dy: integer({ min: -40_000, max: 40_000 }),
  zoom: double({ min: -2, max: 20, noNaN: true }),
})

test('the crop stays inside the image after any pan and zoom', () => {
  check(
    property(arbitraryImageSize, array(arbitraryStep, { maxLength: 12 }), (imageSize, steps) => {
      const crop = steps.reduce(
        (it, { dx, dy, zoom }) => panCrop(zoomCrop(it, zoom, imageSize), dx, dy, imageSize),
        centerCrop(imageSize),
      )
      assert.ok(isInside(crop, imageSize), JSON.stringify(crop))
    }),
  )
})

test('zooming keeps the center in place', () => {
  const imageSize = { width: 1000, height: 600 }
  const crop = zoomCrop(centerCrop(imageSize), 2, imageSize)
  assert.deepEqual(crop, { x: 350, y: 150, size: 300 })
  assert.deepEqual(zoomCrop(crop, 1, imageSize), centerCrop(imageSize))
})

test('arrow keys pan, Shift pans further, and minus undoes plus', () => {
  const imageSize = { width: 1000, height: 500 }
  const crop = centerCrop(imageSize)
  assert.equal(cropForKey(crop, 'ArrowLeft', false, imageSize)?.x, 225)
  assert.equal(cropForKey(crop, 'ArrowRight', true, imageSize)?.x, 375)
  assert.equal(cropForKey(crop, 'ArrowUp', true, imageSize)?.y, 0)
  const zoomedIn = cropForKey(crop, '+', false, imageSize) ?? crop
  assert.ok(zoomedIn.size < 500)
  assert.equal(cropForKey(zoomedIn, '-', false, imageSize)?.size, 500)
  assert.equal(cropForKey(crop, 'a', false, imageSize), null)
})

test('limits the zoom of small images', () => {
  assert.equal(maxZoom({ width: 90, height: 4000 }), 1)
  assert.equal(zoomLevel(zoomCrop(centerCrop(smallImage), 99, smallImage), smallImage), 2)
})

const smallImage = { width: 256, height: 300 }

function isInside({ x, y, size }: Crop, { width, height }: ImageSize): boolean {
  const slack = 1e-6
  return size > 0 && x >= 0 && y >= 0 && x + size <= width + slack && y + size <= height + slack
}
