import assert from 'node:assert/strict'
import { test } from 'node:test'

import { whenReady } from '#app/platform/lib/maybe-promise.ts'
import { countEventLoopTicks } from '#testing/event-loop-ticks.ts'
import { signedInAda } from '#testing/people.ts'

import { nextRenderSlot } from './render-queue.ts'

test('grants four render slots per event loop tick', async (t) => {
  const ticks = countEventLoopTicks(t)
  const slots = Array.from({ length: 200 }, () => whenReady(nextRenderSlot(), ticks))

  const expected = Array.from({ length: 200 }, (_, index) => Math.floor(index / 4))
  assert.deepEqual(await Promise.all(slots), expected)
})

test('the event loop keeps running while two hundred pages are rendered (PAR-20)', async (t) => {
  const { laptop } = await signedInAda(t)
  const ticks = countEventLoopTicks(t)
  const doneAtTick: number[] = []

  const pages = Array.from({ length: 200 }, async () => {
    const { status } = await laptop.open('/user/profile')
    doneAtTick.push(ticks())
    return status
  })

  assert.deepEqual(new Set(await Promise.all(pages)), new Set([200]))
  assert.ok(new Set(doneAtTick).size >= 50, `pages were done in ticks: ${doneAtTick}`)
})
