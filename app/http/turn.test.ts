import assert from 'node:assert/strict'
import { test } from 'node:test'

import { turn } from '#app/http/turn.ts'
import { after } from '#app/platform/awaitable.ts'
import { adaAtHome } from '#testing/people.ts'
import { roundsFromNow } from '#testing/rounds.ts'

test('of two hundred who wait for a turn, four have theirs each time the event loop goes round', async (t) => {
  const rounds = roundsFromNow(t)
  const turns = Array.from({ length: 200 }, () => after(turn(), rounds))

  const expected = Array.from({ length: 200 }, (_, at) => Math.floor(at / 4))
  assert.deepEqual(await Promise.all(turns), expected)
})

test('while two hundred large pages are asked for at once, the event loop lives on between them (PAR-20)', async (t) => {
  const { laptop } = await adaAtHome(t)
  const rounds = roundsFromNow(t)
  const doneIn: number[] = []

  const pages = Array.from({ length: 200 }, async () => {
    const { status } = await laptop.open('/user/profile')
    doneIn.push(rounds())
    return status
  })

  assert.deepEqual(new Set(await Promise.all(pages)), new Set([200]))
  assert.ok(new Set(doneIn).size >= 50, `rounds in which pages were done: ${doneIn}`)
})
