import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { createKeyring } from './keyring.ts'

const keys = createKeyring({ current: randomBytes(32), previous: [] })

test('decrypting returns any text that was encrypted', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, associatedData) => {
      const encrypted = keys.encrypt('note', text, associatedData)
      assert.equal(keys.decrypt('note', encrypted, associatedData), text)
    }),
  )
})

test('an encrypted value decrypts only with its purpose, row and key', () => {
  const encrypted = keys.encrypt('note', 'hello', 'row 1')

  assert.equal(keys.decrypt('note', encrypted, 'row 1'), 'hello')
  assert.equal(keys.decrypt('note', encrypted, 'row 2'), null)
  assert.equal(keys.decrypt('letter', encrypted, 'row 1'), null)
  assert.equal(
    createKeyring({ current: randomBytes(32), previous: [] }).decrypt('note', encrypted, 'row 1'),
    null,
  )
})

test('rejects an encrypted value with any byte changed, added or removed', () => {
  const encrypted = Buffer.from(keys.encrypt('note', 'hello', 'row'), 'base64url')
  const altered = [
    ...[...encrypted.keys()].map((at) =>
      Buffer.from(encrypted.map((byte, index) => (index === at ? byte ^ 1 : byte))),
    ),
    encrypted.subarray(1),
    Buffer.concat([encrypted, Buffer.from([0])]),
  ]

  const decrypted = altered.map((bytes) => keys.decrypt('note', bytes.toString('base64url'), 'row'))

  assert.equal(decrypted.length, encrypted.length + 2)
  assert.ok(decrypted.every((text) => text === null))
})

test('text that was never encrypted decrypts to null', () => {
  assert.equal(keys.decrypt('note', '', ''), null)
  assert.equal(keys.decrypt('note', 'not encrypted at all', ''), null)
  assert.equal(keys.decrypt('note', `${keys.encrypt('note', 'x', '')}==`, ''), null)
})

test('ten thousand encryptions never repeat a nonce', () => {
  const nonces = Array.from({ length: 10_000 }, () => {
    const encrypted = Buffer.from(keys.encrypt('note', '', ''), 'base64url')
    return encrypted.subarray(2, 14).toString('hex')
  })

  assert.equal(new Set(nonces).size, 10_000)
})

test('after a rotation the previous key still decrypts and verifies, and the new one encrypts', () => {
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
  const before = createKeyring({ current: oldKey, previous: [] })
  const after = createKeyring({ current: newKey, previous: [oldKey] })
  const later = createKeyring({ current: newKey, previous: [] })

  assert.equal(after.decrypt('note', before.encrypt('note', 'hello', ''), ''), 'hello')
  assert.ok(after.verify('link', 'text', before.sign('link', 'text')))
  assert.equal(later.decrypt('note', after.encrypt('note', 'hello', ''), ''), 'hello')
  assert.equal(later.decrypt('note', before.encrypt('note', 'hello', ''), ''), null)
  assert.ok(!later.verify('link', 'text', before.sign('link', 'text')))
})

test('a signature verifies only its exact purpose and text', () => {
  const signature = keys.sign('link', 'text')

  assert.match(signature, /^[A-Za-z0-9_-]{43}$/)
  assert.ok(keys.verify('link', 'text', signature))
  assert.ok(!keys.verify('other', 'text', signature))
  assert.ok(!keys.verify('link', 'text ', signature))
  assert.ok(!keys.verify('link', 'text', `${signature}=`))
  assert.ok(!keys.verify('link', 'text', ''))
})
