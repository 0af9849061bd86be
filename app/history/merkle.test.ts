import assert from 'node:assert/strict'
import { test } from 'node:test'

import { inclusionPath, leafHash, MerkleTree, rootFrom } from './merkle.ts'

const leaves = Array.from({ length: 21 }, (_, at) => `leaf ${at}`)

test('every leaf of a tree of any size is shown to be in it, and no other', () => {
  for (let size = 1; size <= leaves.length; size++) {
    const some = leaves.slice(0, size)
    const root = rootOf(some)
    for (const [index, leaf] of some.entries()) {
      const path = inclusionPath(some.map(leafHash), index)
      assert.deepEqual(rootFrom(leaf, { index, size, path }), root)
      assert.notDeepEqual(rootFrom('another', { index, size, path }), root)
      const next = { index: (index + 1) % size, size, path }
      if (size > 1) assert.notDeepEqual(rootFrom(leaf, next), root)
    }
  }
})

test('the roots are those of RFC 6962', () => {
  assert.equal(
    rootOf([]).toString('hex'),
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  )
  assert.equal(
    rootOf(['']).toString('hex'),
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  )
})

function rootOf(some: string[]): Buffer {
  const tree = new MerkleTree()
  for (const leaf of some) tree.add(leaf)
  return tree.root()
}
