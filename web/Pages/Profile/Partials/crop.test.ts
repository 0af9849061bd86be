import assert from 'node:assert/strict'
import { test } from 'node:test'

import { array, assert as check, double, integer, property, record } from 'fast-check'

import {
  type Crop,
  middle,
  moved,
  mostZoom,
  type Picture,
  stepped,
  zoomed,
  zoomOf,
} from './crop.ts'

const picture = record({
  width: integer({ min: 1, max: 30_000 }),
  height: integer({ min: 1, max: 30_000 }),
})
const step = record({
  dx: integer({ min: -40_000, max: 40_000 }),
  dy: integer({ min: -40_000, max: 40_000 }),
  zoom: double({ min: -2, max: 20, noNaN: true }),
})

test('whatever someone does, the square lies inside the picture', () => {
  check(
    property(picture, array(step, { maxLength: 12 }), (whole, steps) => {
      const crop = steps.reduce(
        (it, { dx, dy, zoom }) => moved(zoomed(it, zoom, whole), dx, dy, whole),
        middle(whole),
      )
      assert.ok(isInside(crop, whole), JSON.stringify(crop))
    }),
  )
})

test('enlarging keeps what is in the middle there', () => {
  const whole = { width: 1000, height: 600 }
  const crop = zoomed(middle(whole), 2, whole)
  assert.deepEqual(crop, { x: 350, y: 150, size: 300 })
  assert.deepEqual(zoomed(crop, 1, whole), middle(whole))
})

test('arrow keys move the window, with Shift further; plus and minus are each other’s undoing', () => {
  const whole = { width: 1000, height: 500 }
  const crop = middle(whole)
  assert.equal(stepped(crop, 'ArrowLeft', false, whole)?.x, 225)
  assert.equal(stepped(crop, 'ArrowRight', true, whole)?.x, 375)
  assert.equal(stepped(crop, 'ArrowUp', true, whole)?.y, 0)
  const nearer = stepped(crop, '+', false, whole) ?? crop
  assert.ok(nearer.size < 500)
  assert.equal(stepped(nearer, '-', false, whole)?.size, 500)
  assert.equal(stepped(crop, 'a', false, whole), null)
})

test('a small picture cannot be enlarged beyond what it shows', () => {
  assert.equal(mostZoom({ width: 90, height: 4000 }), 1)
  assert.equal(zoomOf(zoomed(middle(small), 99, small), small), 2)
})

const small = { width: 256, height: 300 }

function isInside({ x, y, size }: Crop, { width, height }: Picture): boolean {
  const slack = 1e-6
  return size > 0 && x >= 0 && y >= 0 && x + size <= width + slack && y + size <= height + slack
}
