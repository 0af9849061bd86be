import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  publicKeyOf,
  readNote,
  readVerifier,
  signerOf,
  signNote,
  verifierText,
} from './signed-note.ts'

const signer = signerOf('example.com', Buffer.alloc(32, 'a'))
const lines = ['example.com/records', 'twelve']
const note = signNote(signer, lines)

test('a note that was signed is read with the published key', () => {
  const key = readVerifier(verifierText(signer))

  assert.deepEqual(key, publicKeyOf(signer))
  assert.deepEqual(readNote(publicKeyOf(signer), note), lines)
})

test('no character of a note can be changed, and no other key or name passes', () => {
  const key = publicKeyOf(signer)
  const other = signerOf('example.com', Buffer.alloc(32, 'b'))

  assert.equal(readNote(key, note.replace('twelve', 'eleven')), null)
  assert.equal(readNote(key, note.replace('— example', '— exomple')), null)
  assert.equal(readNote(key, `more\n${note}`), null)
  assert.equal(readNote(publicKeyOf(other), note), null)
  assert.equal(readNote(key, signNote(other, lines)), null)
  assert.equal(readNote(key, 'nothing'), null)
})
