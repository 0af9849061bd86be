import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  rawPublicKey,
  verifyNote,
  parseVerifierKey,
  createSigner,
  signNote,
  formatVerifierKey,
} from './signed-note.ts'

const signer = createSigner('example.com', Buffer.alloc(32, 'a'))
const lines = ['example.com/records', 'twelve']
const note = signNote(signer, lines)

test('verifies a signed note with the published key', () => {
  const key = parseVerifierKey(formatVerifierKey(signer))

  assert.deepEqual(key, rawPublicKey(signer))
  assert.deepEqual(verifyNote(rawPublicKey(signer), note), lines)
})

test('rejects altered notes, other keys and other names', () => {
  const key = rawPublicKey(signer)
  const other = createSigner('example.com', Buffer.alloc(32, 'b'))

  assert.equal(verifyNote(key, note.replace('twelve', 'eleven')), null)
  assert.equal(verifyNote(key, note.replace('— example', '— exomple')), null)
  assert.equal(verifyNote(key, `more\n${note}`), null)
  assert.equal(verifyNote(rawPublicKey(other), note), null)
  assert.equal(verifyNote(key, signNote(other, lines)), null)
  assert.equal(verifyNote(key, 'nothing'), null)
})
