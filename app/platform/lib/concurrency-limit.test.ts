import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Unavailable } from '#app/platform/errors.ts'

import { concurrencyLimit } from './concurrency-limit.ts'

test('runs at most the allowed number of tasks concurrently, in call order', async () => {
  const limited = concurrencyLimit({ concurrency: 2, maxQueued: 100 })
  const started: number[] = []
  let [running, maxRunning] = [0, 0]

  const results = await Promise.all(
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
  assert.deepEqual(results, started)
})

test('rejects a task immediately when the queue is full', async () => {
  const limited = concurrencyLimit({ concurrency: 1, maxQueued: 3 })
  const tasks = Array.from({ length: 6 }, (_, at) => limited(async () => at))

  const results = await Promise.allSettled(tasks)

  assert.deepEqual(
    results.map(({ status }) => status),
    [...Array<string>(4).fill('fulfilled'), 'rejected', 'rejected'],
  )
  assert.ok(results[4]?.status === 'rejected' && results[4].reason instanceof Unavailable)
})

test('callers take turns: one with many tasks delays another by one task', async () => {
  const limited = concurrencyLimit({ concurrency: 1, maxQueued: 300, maxQueuedPerCaller: 200 })
  const finished: string[] = []
  const run = (caller: string) =>
    limited(async () => {
      await new Promise(setImmediate)
      finished.push(caller)
    }, caller)
  const flood = Array.from({ length: 150 }, () => run('flood'))

  await Promise.all([run('ada'), run('grace')])

  assert.ok(finished.length <= 5, finished.join())
  await Promise.all(flood)
  assert.equal(finished.length, 152)
})

test('the queue of one caller is shorter than that of all, so that others find room', async () => {
  const limited = concurrencyLimit({ concurrency: 1, maxQueued: 4, maxQueuedPerCaller: 2 })
  const run = (caller: string) => limited(async () => caller, caller)

  const results = await Promise.allSettled(
    ['flood', 'flood', 'flood', 'flood', 'ada', 'grace', 'alan'].map(run),
  )

  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'rejected'],
  )
})

test('a failing task frees its slot for the next', async () => {
  const limited = concurrencyLimit({ concurrency: 1, maxQueued: 3 })
  const failing = limited(() => Promise.reject(new Error('failed')))

  const next = limited(async () => 'next')

  await assert.rejects(failing, /failed/)
  assert.equal(await next, 'next')
})
