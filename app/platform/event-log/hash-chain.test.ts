import assert from 'node:assert/strict'
import { test } from 'node:test'

import { contentDigest, genesisHash, clientDataCommitment, eventHash } from './hash-chain.ts'

test('hashes stay those of the first release, so that existing logs verify', () => {
  const fields = { name: 'Zoë "Å" 🙂', locale: null, timezone: 'Europe/Berlin' }
  const data = { before: { ...fields, name: 'Zoë' }, after: fields, added: undefined }
  const origin = clientDataCommitment(
    { ip: '192.0.2.7', userAgent: 'Firefox', country: null },
    'salt',
  )
  const content = contentDigest({ type: 'profile.updated', data, session: null, origin })
  const previous = genesisHash('ada')

  assert.deepEqual(
    [origin, content, previous, eventHash({ logId: 'ada', seq: 7, at: 1.7e12, previous, content })],
    [
      '0R0BU-2Ly9t0AxYvqbcYDS4vEOg7eNNqkRwW0n46YfM',
      '1Jt_1mFXI482OFF1KOdLTXm2nBArfn-V-cswIhXHPxc',
      '-ooQWg9lh0FfuQCQy4RpRvEh_QMYnx8Rej4xhjw9H9I',
      'AWqgbxmt-K7hNlXGuh0sp4hruAIui3Fj7vFSfQHyNXc',
    ],
  )
})
