import { randomBytes } from 'node:crypto'
import { test } from 'node:test'

import type { Db } from '#app/platform/db/connect.ts'
import { newId } from '#app/platform/ids.ts'
import { keyring } from '#app/platform/keys.ts'
import { addAccounts, oneWinnerEach } from '#testing/one-winner.ts'

import { consumeChallenge, startChallenge } from './challenge.ts'
import { recoveryCodeCount } from './recovery-code.ts'
import { replaceRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'
import { consumeSetUp } from './set-up.ts'
import { codeOfStep } from './totp.ts'
import { useCode } from './use-code.ts'

const keys = keyring({ current: randomBytes(32), previous: [] })
const stepMs = 30_000
const now = 56_666_667 * stepMs

test('one winner in ten thousand rounds: of two processes that get the same code of an app, one takes it (MFA-02)', async (t) => {
  const secret = Buffer.alloc(20, 'the same for everyone')
  let users: string[] = []
  let at = now

  await oneWinnerEach(t, 10_000, {
    async make(db, count) {
      if (users.length === 0) users = await addAccountsWith(db, count, secret)
      at += stepMs
      const code = codeOfStep(secret, at / stepMs)
      return users.map((userId) => ({ userId, code, phoneTime: at }))
    },
    use: async (db, use) => (await useCode(db, keys, use)) === 'right',
  })
})

test('one winner in ten thousand rounds: of two processes that get the same recovery code, one takes it (MFA-12)', async (t) => {
  let users: string[] = []

  await oneWinnerEach(t, 10_000, {
    async make(db, count) {
      if (users.length === 0) users = await addAccounts(db, count / recoveryCodeCount)
      return db.transaction().execute(async (tx) => {
        const made = users.map(async (userId) => {
          const { codes } = await replaceRecoveryCodes(tx, userId, now)
          return codes.map((code) => ({ userId, code }))
        })
        return (await Promise.all(made)).flat()
      })
    },
    use: async (db, { userId, code }) => (await useRecoveryCode(db, userId, code)) !== null,
  })
})

test('one winner in ten thousand rounds: of two processes that end the same sign-in challenge, one does', async (t) => {
  const person = { password_hash: 'any', remembered: false, now }
  let users: string[] = []

  await oneWinnerEach(t, 10_000, {
    async make(db, count) {
      if (users.length === 0) users = await addAccounts(db, count)
      await db
        .transaction()
        .execute((tx) =>
          Promise.all(users.map((userId) => startChallenge(tx, { ...person, userId }))),
        )
      // Those of the rounds before are used up.
      const left = await db.selectFrom('two_factor_challenges').select(['id', 'user_id']).execute()
      return left.map(({ id, user_id }) => ({
        id,
        userId: user_id,
        remembered: false,
        passwordDigest: 'any',
      }))
    },
    use: (db, challenge) => consumeChallenge(db, challenge, now),
  })
})

test('one winner in ten thousand rounds: of two processes that confirm the same set-up, one does', async (t) => {
  let users: string[] = []

  await oneWinnerEach<{ id: string }>(t, 10_000, {
    async make(db, count) {
      if (users.length === 0) users = await addAccounts(db, count)
      const sealed = { secret_sealed: 'any', created_at: now, expires_at: now + stepMs }
      const setUps = users.map((user_id) => ({ id: newId(), user_id, ...sealed }))
      await db.insertInto('two_factor_setups').values(setUps).execute()
      return setUps
    },
    use: consumeSetUp,
  })
})

async function addAccountsWith(db: Db, count: number, secret: Buffer): Promise<string[]> {
  const users = await addAccounts(db, count)
  for (const id of users) {
    const sealed = keys.seal('two-factor', secret.toString('hex'), id)
    await db
      .updateTable('users')
      .set({ two_factor_secret_sealed: sealed, two_factor_enabled_at: 1, two_factor_last_step: 0 })
      .where('id', '=', id)
      .execute()
  }
  return users
}
