import { test } from 'node:test'

import { hashSecret, newSecret } from '#app/platform/crypto/secret-tokens.ts'
import { day } from '#app/platform/lib/durations.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { assertSingleWinner, insertAccounts } from '#testing/concurrency.ts'

import { useTrustedDevice } from './trusted-devices.ts'

const now = 1_700_000_000_000
const client = { ip: null, userAgent: null, country: null, now }

test('one winner in each round: of a trusted-device cookie and its copy, one is trusted (DEV-04)', async (t) => {
  let users: string[] = []

  await assertSingleWinner(t, 500, {
    isTransaction: true,
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
    consume: (db, { userId, secret }) =>
      db.transaction().execute(async (tx) => {
        const origin = { ...client, userId, trustSecrets: [secret] }
        return (await useTrustedDevice(tx, { trustedDeviceDays: 30 }, origin)) !== null
      }),
  })
})
