import assert from 'node:assert/strict'
import { test } from 'node:test'

import { newCspNonce } from './csp-nonce.ts'

test('no nonce comes twice, and each has 128 bits', () => {
  const nonces = Array.from({ length: 10_000 }, newCspNonce)

  assert.equal(new Set(nonces).size, nonces.length)
  assert.ok(nonces.every((nonce) => Buffer.from(nonce, 'base64').length === 16))
})
