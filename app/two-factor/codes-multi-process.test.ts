import { randomBytes } from 'node:crypto'
import { test } from 'node:test'

import { createKeyring } from '#app/platform/crypto/keyring.ts'
import { newSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { insertAccounts, assertSingleWinner } from '#testing/assert-single-winner.ts'

import { consumeEnrollment } from './enrollment.ts'
import { recoveryCodeCount } from './limits.ts'
import { consumePendingSignIn, startPendingSignIn } from './pending-sign-in.ts'
import { replaceRecoveryCodes, consumeRecoveryCode } from './recovery-codes.ts'
import { codeForStep } from './totp.ts'
import { verifyCode } from './verify-code.ts'

const keys = createKeyring({ current: randomBytes(32), previous: [] })
const stepMs = 30_000
const now = 56_666_667 * stepMs

test('one winner in every round: of two processes that verify the same code, one accepts it (MFA-02)', async (t) => {
  const secret = Buffer.alloc(20, 'the same for everyone')
  let users: string[] = []
  let at = now

  await assertSingleWinner(t, {
    async create(db, count) {
      if (users.length === 0) users = await addAccountsWithTwoFactor(db, count, secret)
      at += stepMs
      const code = codeForStep(secret, at / stepMs)
      return users.map((userId) => ({ userId, code, realNow: at }))
    },
    consume: async (db, use) => (await verifyCode(db, keys, use)) === 'valid',
  })
})

test('one winner in every round: of two processes that verify the same recovery code, one accepts it (MFA-12)', async (t) => {
  let users: string[] = []

  await assertSingleWinner(t, {
    async create(db, count) {
      if (users.length === 0) users = await insertAccounts(db, count / recoveryCodeCount)
      return db.transaction().execute(async (tx) => {
        const made = users.map(async (userId) => {
          // The race is at the row: hashing 10,000 codes slowly would add minutes and prove nothing.
          const hashes = Array.from({ length: recoveryCodeCount }, () => newSecret())
          await replaceRecoveryCodes(tx, userId, hashes, now)
          return hashes.map((hash) => ({ userId, hash }))
        })
        return (await Promise.all(made)).flat()
      })
    },
    consume: async (db, { userId, hash }) =>
      (await consumeRecoveryCode(db, userId, [hash])) !== null,
  })
})

test('one winner in every round: of two processes that consume the same sign-in challenge, one succeeds', async (t) => {
  const client = { ip: null, userAgent: null, now }
  const person = {
    by: { kind: 'password', password_hash: 'any', emailKey: '' } as const,
    remembered: false,
    isKnownDevice: true,
    ...client,
  }
  let users: string[] = []

  await assertSingleWinner(t, {
    async create(db, count) {
      if (users.length === 0) users = await insertAccounts(db, count)
      await db
        .transaction()
        .execute((tx) =>
          Promise.all(users.map((userId) => startPendingSignIn(tx, { ...person, userId }))),
        )
      // Codes of earlier rounds are used up.
      const left = await db.selectFrom('two_factor_challenges').select(['id', 'user_id']).execute()
      return left.map(({ id, user_id }) => ({
        id,
        userId: user_id,
        remembered: false,
        passwordDigest: 'any',
        provider: null,
        emailKey: null,
      }))
    },
    consume: (db, challenge) => consumePendingSignIn(db, challenge, now),
  })
})

test('one winner in every round: of two processes that confirm the same enrollment, one succeeds', async (t) => {
  let users: string[] = []

  await assertSingleWinner<{ id: string }>(t, {
    async create(db, count) {
      if (users.length === 0) users = await insertAccounts(db, count)
      const sealed = { secret_sealed: 'any', created_at: now, expires_at: now + stepMs }
      const setUps = users.map((user_id) => ({ id: newId(), user_id, ...sealed }))
      await db.insertInto('two_factor_setups').values(setUps).execute()
      return setUps
    },
    consume: consumeEnrollment,
  })
})

async function addAccountsWithTwoFactor(db: Db, count: number, secret: Buffer): Promise<string[]> {
  const users = await insertAccounts(db, count)
  for (const id of users) {
    const sealed = keys.encrypt('two-factor', secret.toString('hex'), id)
    await db
      .updateTable('users')
      .set({ two_factor_secret_sealed: sealed, two_factor_enabled_at: 1, two_factor_last_step: 0 })
      .where('id', '=', id)
      .execute()
  }
  return users
}
