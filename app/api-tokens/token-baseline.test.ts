import assert from 'node:assert/strict'
import { test } from 'node:test'

import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { createApiClient } from '#testing/api-clients.ts'
import { signedInAda } from '#testing/signed-in-accounts.ts'
import { days } from '#testing/test-clock.ts'

import { baselineTokens } from './token-baseline.ts'

test('the baseline of a log contains the tokens that are not revoked', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const now = foyer.clock.now()
  const form = { permissions: ['read'], networks: '192.0.2.0/24', expiry: '30' }
  const kept = await createApiClient(foyer, laptop, form)
  const revoked = await createApiClient(foyer, laptop)
  await laptop.json(`/user/api-tokens/${revoked.id}`, { method: 'DELETE', body: {} })
  const { id: userId } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()

  const { tokens } = await inTransaction(foyer.db, (tx) => baselineTokens(tx, userId))

  assert.deepEqual(tokens, {
    [kept.id]: {
      name: 'Backup script',
      permissions: ['read'],
      networks: ['192.0.2.0/24'],
      createdAt: toIso(now),
      endsAt: toIso(now + 30 * days),
    },
  })
})
