import { test } from 'node:test'

import { assertSingleWinner } from '#testing/assert-single-winner.ts'

import { consumeAttempt, newProviderAttempt, type ProviderAttempt } from './provider-attempt.ts'

const now = 1_700_000_000_000

test('one winner in every round: of two processes that get the same answer, one uses it (OID-20)', async (t) => {
  await assertSingleWinner<ProviderAttempt>(t, {
    create: async (_, count) =>
      Array.from({ length: count }, () =>
        newProviderAttempt({ now, realNow: now }, 'example', {
          purpose: 'sign-in',
          sessionId: null,
        }),
      ),
    consume: (db, attempt) => consumeAttempt(db, attempt),
  })
})
