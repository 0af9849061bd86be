import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  rawPublicKey,
  verifyNote,
  parseVerifierKeys,
  createSigner,
  signNote,
  formatVerifierKey,
} from './signed-note.ts'

const signer = createSigner('example.com', Buffer.alloc(32, 'a'))
const lines = ['example.com/records', 'twelve']
const note = signNote(signer, lines)
const other = createSigner('example.com', Buffer.alloc(32, 'b'))

test('a signed note is verified with the published key', () => {
  const keys = parseVerifierKeys(formatVerifierKey(signer))

  assert.deepEqual(keys, [rawPublicKey(signer)])
  assert.deepEqual(verifyNote(keys, note), lines)
})

test('a signed note that was altered, or has another key or name, is rejected', () => {
  const key = [rawPublicKey(signer)]

  assert.equal(verifyNote(key, note.replace('twelve', 'eleven')), null)
  assert.equal(verifyNote(key, note.replace('— example', '— exomple')), null)
  assert.equal(verifyNote(key, `more\n${note}`), null)
  assert.equal(verifyNote([rawPublicKey(other)], note), null)
  assert.equal(verifyNote(key, signNote(other, lines)), null)
  assert.equal(verifyNote(key, 'nothing'), null)
})

test('of several published keys the one that signed verifies, and a malformed line rejects all', () => {
  const published = [other, signer].map(formatVerifierKey).join('\n')

  assert.deepEqual(verifyNote(parseVerifierKeys(published), note), lines)
  assert.deepEqual(parseVerifierKeys(`${published}\nnonsense`), [])
})
