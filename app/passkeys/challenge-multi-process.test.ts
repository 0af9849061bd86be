import { randomBytes } from 'node:crypto'
import { test } from 'node:test'

import { createKeyring } from '#app/platform/crypto/keyring.ts'
import { assertSingleWinner } from '#testing/assert-single-winner.ts'

import { createChallenge, consumeWebauthnChallenge } from './webauthn-challenges.ts'

const keys = createKeyring({ current: randomBytes(32), previous: [] })
const context = { purpose: 'login', browserId: 'a browser', userId: null } as const
const now = 1_700_000_000_000

test('one winner in every round: of two processes that consume the same passkey challenge, one succeeds (PKY-02)', async (t) => {
  await assertSingleWinner<string>(t, {
    create: async (_, count) =>
      Array.from({ length: count }, () => createChallenge(keys, context, now)),
    consume: (db, challenge) => consumeWebauthnChallenge(db, challenge, now),
  })
})
