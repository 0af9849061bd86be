import assert from 'node:assert/strict'
import { test } from 'node:test'

import { addExitedWorkerCounts, type Metrics } from './exited-worker-counts.ts'

function counter(value: number, labels = { status: '2xx' }): Metrics {
  return [{ name: 'answers', type: 'counter', values: [{ value, labels }] }]
}

test('counters of workers that exited add up by their labels', () => {
  const retired = [counter(3), counter(4), counter(5, { status: '5xx' })].reduce(
    addExitedWorkerCounts,
    [],
  )

  assert.deepEqual(
    retired[0]?.values.map(({ value }) => value),
    [7, 5],
  )
})

test('a gauge of a worker that exited counts no longer', () => {
  const memory = [{ name: 'memory', type: 'gauge', values: [{ value: 1, labels: {} }] }]

  assert.deepEqual(addExitedWorkerCounts([], memory), [])
})
