import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'

import { whenReady } from '#app/platform/lib/maybe-promise.ts'
import { countEventLoopTicks } from '#testing/event-loop-ticks.ts'
import { registerAccount } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'

import { nextRenderSlot } from './render-queue.ts'

test('grants four render slots per event loop tick', async (t) => {
  // Another test may have rendered in the current tick.
  await setImmediate()
  const ticks = countEventLoopTicks(t)
  const slots = Array.from({ length: 200 }, () => whenReady(nextRenderSlot(), ticks))

  const expected = Array.from({ length: 200 }, (_, index) => Math.floor(index / 4))
  assert.deepEqual(await Promise.all(slots), expected)
})

test('the event loop keeps running while two hundred pages are rendered (PAR-20)', async (t) => {
  // All of them wait for the few database connections of a test, on a busy machine longer than a request may.
  const foyer = await createTestApp(t, {}, { waitTimeoutMs: 30_000 })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  const ticks = countEventLoopTicks(t)
  const renderedAtTick: number[] = []
  const { assets } = foyer.app
  const render = assets.render.bind(assets)
  t.mock.method(assets, 'render', (...page: Parameters<typeof render>) => {
    renderedAtTick.push(ticks())
    return render(...page)
  })

  const pages = Array.from({ length: 200 }, () => laptop.open('/user/profile'))
  const statuses = (await Promise.all(pages)).map(({ status }) => status)

  assert.deepEqual(new Set(statuses), new Set([200]))
  assert.equal(renderedAtTick.length, 200)
  assert.ok(new Set(renderedAtTick).size >= 50, `pages were rendered in ticks: ${renderedAtTick}`)
})
