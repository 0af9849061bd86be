import assert from 'node:assert/strict'
import { test } from 'node:test'

import { mergeSorted } from './merge-sorted.ts'

async function* inBatches(...rows: string[]): AsyncGenerator<string[]> {
  for (const row of rows) yield row.split('')
}

async function merged(...sequences: AsyncGenerator<string[]>[]): Promise<string> {
  const all = await Array.fromAsync(mergeSorted(sequences, (row) => row))
  return all.flat().join('')
}

test('sorted sequences are merged into one, however their batches overlap', async () => {
  assert.equal(
    await merged(inBatches('adg', 'jk', 'z'), inBatches('bc', 'ehi'), inBatches()),
    'abcdeghijkz',
  )
  assert.equal(await merged(inBatches('ab'), inBatches('cdef', 'g')), 'abcdefg')
  assert.equal(await merged(), '')
})
