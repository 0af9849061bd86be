import type { Db } from '#app/platform/db/connect.ts'
import type { Feature } from '#app/platform/feature.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { passkeyHistory, passkeyTakeover } from './passkey-history.ts'

export const passkeysFeature: Feature = {
  ownedTables: {
    passkeys: {
      file: 'passkeys.json',
      description: 'Passkeys you can sign in with. Their private keys never leave your devices.',
      ownerColumn: 'user_id',
      orderColumn: 'id',
      columns: [
        'id',
        'name',
        'credential_id',
        'public_key',
        'counter',
        'transports',
        'aaguid',
        'synced',
        'created_at',
        'last_used_at',
      ],
      excludedColumns: {},
    },
    passkey_owners: { excludedBecause: 'a random number that authenticators know the account by' },
  },

  async prune(db, now) {
    while ((await pruneChallenges(db, now)) === batchSize);
  },

  async baseline(tx, userId) {
    const rows = await tx
      .selectFrom('passkeys')
      .select(['id', 'name', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
    return {
      passkeys: Object.fromEntries(
        rows.map(({ id, name, created_at }) => [id, { name, addedAt: toIso(created_at) }]),
      ),
    }
  },

  history: passkeyHistory,
  takeover: passkeyTakeover,
}

const batchSize = 200

/** An expired challenge is rejected without this row, which only marks it as consumed. */
async function pruneChallenges(db: Db, now: number): Promise<number> {
  const removed = await db
    .deleteFrom('webauthn_challenges')
    .where('challenge_hash', 'in', (challenges) =>
      challenges
        .selectFrom('webauthn_challenges')
        .select('challenge_hash')
        .where('expires_at', '<=', now)
        .orderBy('challenge_hash')
        .limit(batchSize),
    )
    .returning('challenge_hash')
    .execute()
  return removed.length
}
