import assert from 'node:assert/strict'
import { test } from 'node:test'

import { hashSecret, newSecret } from './secret-tokens.ts'

test('ten thousand secrets are all different and 43 characters long', () => {
  const secrets = new Set(Array.from({ length: 10_000 }, newSecret))

  assert.equal(secrets.size, 10_000)
  assert.ok([...secrets].every((secret) => /^[A-Za-z0-9_-]{43}$/.test(secret)))
})

test('the hash of a secret is its SHA-256', () => {
  assert.equal(
    hashSecret('abc'),
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})
