import assert from 'node:assert/strict'
import { test } from 'node:test'

import { whenReady } from '#app/platform/lib/maybe-promise.ts'
import { countEventLoopTicks } from '#testing/event-loop-ticks.ts'
import { signedInAda } from '#testing/people.ts'

import { nextRenderSlot } from './render-queue.ts'

test('of two hundred who wait for a turn, four have theirs each time the event loop goes round', async (t) => {
  const rounds = countEventLoopTicks(t)
  const turns = Array.from({ length: 200 }, () => whenReady(nextRenderSlot(), rounds))

  const expected = Array.from({ length: 200 }, (_, at) => Math.floor(at / 4))
  assert.deepEqual(await Promise.all(turns), expected)
})

test('while two hundred large pages are asked for at once, the event loop lives on between them (PAR-20)', async (t) => {
  const { laptop } = await signedInAda(t)
  const rounds = countEventLoopTicks(t)
  const doneIn: number[] = []

  const pages = Array.from({ length: 200 }, async () => {
    const { status } = await laptop.open('/user/profile')
    doneIn.push(rounds())
    return status
  })

  assert.deepEqual(new Set(await Promise.all(pages)), new Set([200]))
  assert.ok(new Set(doneIn).size >= 50, `rounds in which pages were done: ${doneIn}`)
})
