import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Unavailable } from '#app/platform/errors.ts'

import { concurrencyLimit } from './concurrency-limit.ts'

test('no more runs at once than allowed, in the order asked, and all get their turn', async () => {
  const limited = concurrencyLimit({ concurrency: 2, maxQueued: 100 })
  const started: number[] = []
  let [running, maxRunning] = [0, 0]

  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      limited(async () => {
        started.push(at)
        maxRunning = Math.max(maxRunning, ++running)
        await new Promise(setImmediate)
        running--
        return at
      }),
    ),
  )

  assert.equal(maxRunning, 2)
  assert.deepEqual(
    started,
    [...started].toSorted((one, other) => one - other),
  )
  assert.deepEqual(answers, started)
})

test('whoever comes when too many wait is refused at once, and the others are served', async () => {
  const limited = concurrencyLimit({ concurrency: 1, maxQueued: 3 })
  const tasks = Array.from({ length: 6 }, (_, at) => limited(async () => at))

  const answers = await Promise.allSettled(tasks)

  assert.deepEqual(
    answers.map(({ status }) => status),
    [...Array<string>(4).fill('fulfilled'), 'rejected', 'rejected'],
  )
  assert.ok(answers[4]?.status === 'rejected' && answers[4].reason instanceof Unavailable)
})

test('work that fails gives its turn to the next', async () => {
  const limited = concurrencyLimit({ concurrency: 1, maxQueued: 3 })
  const failing = limited(() => Promise.reject(new Error('failed')))

  const next = limited(async () => 'next')

  await assert.rejects(failing, /failed/)
  assert.equal(await next, 'next')
})
