import { test } from 'node:test'

import { issueToken } from '#app/platform/auth/one-time-tokens.ts'
import { Gone } from '#app/platform/errors.ts'
import { actionContext } from '#testing/action-context.ts'
import { assertSingleWinner } from '#testing/assert-single-winner.ts'
import { createTestApp } from '#testing/test-app.ts'

import { acceptInvitation } from './invitations.ts'

const now = 1_700_000_000_000
const origin = { ip: null, userAgent: null, country: null, now }
const form = { name: 'Ada', password: 'a row of quiet engines', terms: null, policy: null }

test('one winner in every round: of two processes that accept the same invitation, one creates the account (INV-03)', async (t) => {
  const foyer = await createTestApp(t)
  let count = 0

  await assertSingleWinner(t, {
    isTransaction: true,
    create: (db, size) =>
      Promise.all(
        Array.from({ length: size }, async () => {
          const email = `invited-${++count}@example.com`
          const token = {
            purpose: 'invitation',
            userId: null,
            emailKey: email,
            payload: email,
          } as const
          const link = await issueToken(db, foyer.app.keys, { ...token, ttlMs: 60_000, now })
          return { link, invitation: { email } }
        }),
      ),
    async consume(db, invited) {
      const acceptance = { ...invited, form: { ...form, locale: null }, replacedSession: null }
      const accepting = acceptInvitation(actionContext(foyer, db, now), origin, acceptance)
      return accepting.then(() => true, lost)
    },
  })
})

function lost(error: unknown): false {
  if (error instanceof Gone) return false
  throw error
}
