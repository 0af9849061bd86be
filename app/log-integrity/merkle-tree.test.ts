import assert from 'node:assert/strict'
import { test } from 'node:test'

import { inclusionPath, MerkleTree, rootFromPath, hashIndexAt } from './merkle-tree.ts'

const leaves = Array.from({ length: 21 }, (_, index) => `leaf ${index}`)

test('a Merkle tree of any size proves the inclusion of every leaf, and of no other', async () => {
  for (let size = 1; size <= leaves.length; size++) {
    const some = leaves.slice(0, size)
    const root = rootOfLeaves(some)
    const stored = storedHashesOf(some)
    const readHash = async (level: number, before: number) =>
      stored[hashIndexAt(level, before)] ?? Buffer.alloc(0)
    for (const [index, leaf] of some.entries()) {
      const path = await inclusionPath({ index, size }, readHash)
      assert.deepEqual(rootFromPath(leaf, { index, size, path }), root)
      assert.notDeepEqual(rootFromPath('another', { index, size, path }), root)
      const next = { index: (index + 1) % size, size, path }
      if (size > 1) assert.notDeepEqual(rootFromPath(leaf, next), root)
    }
  }
})

test('computing a path through a million leaves reads at most two hashes per level', async () => {
  const size = 1_000_003
  for (const index of [0, 1, 524_287, 524_288, size - 1]) {
    let read = 0
    await inclusionPath({ index, size }, async () => (read++, Buffer.alloc(32)))
    assert.ok(read <= 40, `${read} of leaf ${index}`)
  }
})

test('the Merkle tree computes the roots of RFC 6962', () => {
  assert.equal(
    rootOfLeaves([]).toString('hex'),
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  )
  assert.equal(
    rootOfLeaves(['']).toString('hex'),
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  )
})

function rootOfLeaves(someLeaves: string[]): Buffer {
  const tree = new MerkleTree()
  for (const leaf of someLeaves) tree.add(leaf)
  return tree.root()
}

function storedHashesOf(someLeaves: string[]): Buffer[] {
  const tree = new MerkleTree()
  return someLeaves.flatMap((leaf) => tree.add(leaf))
}
