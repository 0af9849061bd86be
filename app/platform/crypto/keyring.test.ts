import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { createKeyring } from './keyring.ts'

const keys = createKeyring({ current: randomBytes(32), previous: [] })

test('what was sealed opens again, whatever it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, bound) => {
      assert.equal(keys.decrypt('note', keys.encrypt('note', text, bound), bound), text)
    }),
  )
})

test('a sealed value opens only for its purpose and its row', () => {
  const sealed = keys.encrypt('note', 'hello', 'row 1')

  assert.equal(keys.decrypt('note', sealed, 'row 1'), 'hello')
  assert.equal(keys.decrypt('note', sealed, 'row 2'), null)
  assert.equal(keys.decrypt('letter', sealed, 'row 1'), null)
  assert.equal(
    createKeyring({ current: randomBytes(32), previous: [] }).decrypt('note', sealed, 'row 1'),
    null,
  )
})

test('no byte of a sealed value can be changed, added or taken away', () => {
  const sealed = Buffer.from(keys.encrypt('note', 'hello', 'row'), 'base64url')
  const altered = [...sealed.keys()].map((at) =>
    Buffer.from(sealed.map((byte, index) => (index === at ? byte ^ 1 : byte))),
  )

  const opened = [...altered, sealed.subarray(1), Buffer.concat([sealed, Buffer.from([0])])].map(
    (bytes) => keys.decrypt('note', bytes.toString('base64url'), 'row'),
  )

  assert.equal(opened.length, sealed.length + 2)
  assert.ok(opened.every((text) => text === null))
})

test('text that never was sealed opens to nothing', () => {
  assert.equal(keys.decrypt('note', '', ''), null)
  assert.equal(keys.decrypt('note', 'not sealed at all', ''), null)
  assert.equal(keys.decrypt('note', `${keys.encrypt('note', 'x', '')}==`, ''), null)
})

test('ten thousand seals never repeat a nonce', () => {
  const nonces = Array.from({ length: 10_000 }, () => {
    const sealed = Buffer.from(keys.encrypt('note', '', ''), 'base64url')
    return sealed.subarray(2, 14).toString('hex')
  })

  assert.equal(new Set(nonces).size, 10_000)
})

test('after a rotation the previous key still opens and verifies, and the new one seals', () => {
  const [old, young] = [randomBytes(32), randomBytes(32)]
  const before = createKeyring({ current: old, previous: [] })
  const after = createKeyring({ current: young, previous: [old] })
  const later = createKeyring({ current: young, previous: [] })

  assert.equal(after.decrypt('note', before.encrypt('note', 'hello', ''), ''), 'hello')
  assert.ok(after.verify('link', 'text', before.sign('link', 'text')))
  assert.equal(later.decrypt('note', after.encrypt('note', 'hello', ''), ''), 'hello')
  assert.equal(later.decrypt('note', before.encrypt('note', 'hello', ''), ''), null)
  assert.ok(!later.verify('link', 'text', before.sign('link', 'text')))
})

test('a signature is for one purpose and one text, spelled exactly', () => {
  const signature = keys.sign('link', 'text')

  assert.match(signature, /^[A-Za-z0-9_-]{43}$/)
  assert.ok(keys.verify('link', 'text', signature))
  assert.ok(!keys.verify('other', 'text', signature))
  assert.ok(!keys.verify('link', 'text ', signature))
  assert.ok(!keys.verify('link', 'text', `${signature}=`))
  assert.ok(!keys.verify('link', 'text', ''))
})
