import type { Feature } from '#app/platform/feature.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { deleteExpired } from '#app/platform/maintenance/delete-expired.ts'

import {
  passkeyAddedNotice,
  passkeyCopiedNotice,
  passkeyRemovedNotice,
  securityKeyAddedNotice,
  securityKeyRemovedNotice,
} from './notices.mail.ts'
import { passkeyHistory, passkeyTakeover } from './passkey-history.ts'

export const passkeysFeature: Feature = {
  ownedTables: {
    passkeys: {
      file: 'passkeys.json',
      description:
        'Passkeys and security keys you can sign in with. Their private keys never leave your devices.',
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
        'second_factor_only',
        'created_at',
        'last_used_at',
      ],
      excludedColumns: {},
    },
    passkey_offers: {
      file: 'passkey-offer.json',
      description: 'When you last answered "Not now" to the offer of a passkey.',
      ownerColumn: 'user_id',
      orderColumn: 'user_id',
      columns: ['declined_at'],
      excludedColumns: {},
    },
    passkey_owners: { excludedBecause: 'a random number that authenticators know the account by' },
  },

  async prune(db, now) {
    // An expired challenge is rejected without this row, which only marks it as consumed.
    const expired = { key: 'challenge_hash', due: 'expires_at', through: now } as const
    await deleteExpired(db, 'webauthn_challenges', expired)
  },

  async baseline(tx, userId) {
    const rows = await tx
      .selectFrom('passkeys')
      .select(['id', 'name', 'created_at', 'second_factor_only'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
    return {
      passkeys: Object.fromEntries(
        rows.map(({ id, name, created_at, second_factor_only }) => [
          id,
          { name, addedAt: toIso(created_at), secondFactorOnly: second_factor_only === 1 },
        ]),
      ),
    }
  },

  history: passkeyHistory,
  takeover: passkeyTakeover,
  mailPreviews: {
    passkeyAddedNotice: passkeyAddedNotice("Ada's laptop"),
    securityKeyAddedNotice: securityKeyAddedNotice("Ada's key ring"),
    passkeyRemovedNotice: passkeyRemovedNotice("Ada's laptop"),
    securityKeyRemovedNotice: securityKeyRemovedNotice("Ada's key ring"),
    passkeyCopiedNotice: passkeyCopiedNotice("Ada's laptop"),
  },
}
