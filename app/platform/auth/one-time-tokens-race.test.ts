import { randomBytes } from 'node:crypto'
import { test } from 'node:test'

import { createKeyring } from '#app/platform/crypto/keyring.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { assertSingleWinner } from '#testing/assert-single-winner.ts'

import { consumeToken, issueToken, type MailLink, type TokenPurpose } from './one-time-tokens.ts'

const keys = createKeyring({ current: randomBytes(32), previous: [] })
const purposes = names({
  registration: true,
  'email-verification': true,
  'not-me': true,
  'email-change': true,
  'email-change-undo': true,
  'email-address': true,
  'password-reset': true,
  return: true,
  invitation: true,
  waitlist: true,
  'sign-in-unlock': true,
  'recovery-address': true,
  'recovery-stop': true,
})
const now = 1_700_000_000_000

test('when two processes consume a link of any purpose at the same time, exactly one succeeds, in every round', async (t) => {
  await assertSingleWinner<MailLink & { purpose: TokenPurpose }>(t, {
    create: issueMany,
    consume: async (db, link) => (await consumeToken(db, { ...link, now })) !== null,
  })
})

async function issueMany(db: Db, count: number): Promise<(MailLink & { purpose: TokenPurpose })[]> {
  const token = { userId: null, emailKey: 'ada@example.com', payload: null, ttlMs: 60_000, now }
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const purpose = purposes[at % purposes.length] ?? 'return'
      return { ...(await issueToken(db, keys, { ...token, purpose })), purpose }
    }),
  )
}

/** The keys as a list. The type makes the compiler reject a missing purpose. */
function names(all: Record<TokenPurpose, true>): TokenPurpose[] {
  const isName = (name: string): name is TokenPurpose => Object.hasOwn(all, name)
  return Object.keys(all).filter(isName)
}
