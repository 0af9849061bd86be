import assert from 'node:assert/strict'
import { test } from 'node:test'

import { bounded } from './bounded.ts'
import { Unavailable } from './errors.ts'

test('no more runs at once than allowed, in the order asked, and all get their turn', async () => {
  const inTurn = bounded({ atOnce: 2, mostWaiting: 100 })
  const started: number[] = []
  let [running, most] = [0, 0]

  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      inTurn(async () => {
        started.push(at)
        most = Math.max(most, ++running)
        await new Promise(setImmediate)
        running--
        return at
      }),
    ),
  )

  assert.equal(most, 2)
  assert.deepEqual(
    started,
    [...started].toSorted((one, other) => one - other),
  )
  assert.deepEqual(answers, started)
})

test('whoever comes when too many wait is refused at once, and the others are served', async () => {
  const inTurn = bounded({ atOnce: 1, mostWaiting: 3 })
  const asked = Array.from({ length: 6 }, (_, at) => inTurn(async () => at))

  const answers = await Promise.allSettled(asked)

  assert.deepEqual(
    answers.map(({ status }) => status),
    [...Array<string>(4).fill('fulfilled'), 'rejected', 'rejected'],
  )
  assert.ok(answers[4]?.status === 'rejected' && answers[4].reason instanceof Unavailable)
})

test('work that fails gives its turn to the next', async () => {
  const inTurn = bounded({ atOnce: 1, mostWaiting: 3 })
  const failing = inTurn(() => Promise.reject(new Error('failed')))

  const next = inTurn(async () => 'next')

  await assert.rejects(failing, /failed/)
  assert.equal(await next, 'next')
})
