import { test } from 'node:test'

import { hashSecret, newSecret } from '#app/platform/crypto/secret-tokens.ts'
import { day } from '#app/platform/lib/durations.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { assertSingleWinner, insertAccounts } from '#testing/assert-single-winner.ts'

import { replaceTrustSecret } from './trust-device.ts'

const now = 1_700_000_000_000

test('one winner in every round: of a trusted-device cookie and its copy, one is trusted (DEV-04)', async (t) => {
  let users: string[] = []

  await assertSingleWinner(t, {
    async create(db, count) {
      if (users.length === 0) users = await insertAccounts(db, count)
      const devices = users.map((userId) => ({ userId, secret: newSecret() }))
      const rows = devices.map(({ userId, secret }) => ({
        id: newId(),
        user_id: userId,
        token_hash: hashSecret(secret),
        user_agent: null,
        country: null,
        created_at: now,
        last_used_at: now,
        expires_at: now + day,
      }))
      await db.insertInto('trusted_devices').values(rows).execute()
      return devices
    },
    async consume(db, { userId, secret: replaces }) {
      const times = { trustedSince: now - day, now }
      const replacement = { userId, replaces, secret: newSecret(), ...times }
      return (await replaceTrustSecret(db, replacement)) !== undefined
    },
  })
})
