import { randomBytes } from 'node:crypto'
import { test } from 'node:test'

import { createKeyring } from '#app/platform/crypto/keyring.ts'
import { newSecret } from '#app/platform/crypto/secret-tokens.ts'
import { assertSingleWinner } from '#testing/assert-single-winner.ts'

import {
  type CodePurpose,
  checkMailedCode,
  consumeMailedCode,
  issueMailedCode,
} from './mailed-codes.ts'

const keys = createKeyring({ current: randomBytes(32), previous: [] })
const purposes: CodePurpose[] = [
  'sign-in',
  'email-verification',
  'password-reset',
  'new-device',
  'email-change',
  'email-address',
  'recovery-address',
]
const now = 1_700_000_000_000

test('when two processes enter the same code of any purpose at the same time, exactly one succeeds, in every round (COD-07)', async (t) => {
  await assertSingleWinner(t, {
    create: (db, count) =>
      Promise.all(
        Array.from({ length: count }, async (_, at) => {
          const purpose = purposes[at % purposes.length] ?? 'sign-in'
          const request = { purpose, emailKey: 'ada@example.com', browser: newSecret() }
          const issued = { ...request, userId: null, ttlMs: 60_000, now }
          const { code } = await issueMailedCode(db, keys, issued)
          return { ...request, code, now }
        }),
      ),
    async consume(db, guess) {
      const found = await checkMailedCode(db, keys, guess)
      return found !== null && (await consumeMailedCode(db, found, now))
    },
  })
})
