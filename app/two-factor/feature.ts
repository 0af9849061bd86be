import type { Feature } from '#app/platform/feature.ts'
import { deleteExpired } from '#app/platform/maintenance/delete-expired.ts'

import {
  appAddedNotice,
  appRemovedNotice,
  codesReplacedNotice,
  passwordKnownNotice,
  recoveryCodeUsedNotice,
  twoFactorOffNotice,
  twoFactorOnNotice,
  wrongCodesNotice,
} from './notices.mail.ts'
import { twoFactorHistory, twoFactorTakeover } from './two-factor-history.ts'
import { expireChallenges } from './unanswered-challenges.ts'

export const twoFactorFeature: Feature = {
  ownedTables: {
    recovery_codes: {
      file: 'recovery-codes.json',
      description: 'How many recovery codes are left, and when they were created.',
      ownerColumn: 'user_id',
      orderColumn: 'code_hash',
      columns: ['created_at'],
      excludedColumns: { code_hash: 'a secret' },
    },
    pending_recovery_codes: {
      excludedBecause: 'recovery codes that do not work yet; gone within the hour',
    },
    two_factor_setups: {
      excludedBecause: 'a secret that is not in force yet; gone within the hour',
    },
    two_factor_challenges: {
      excludedBecause: 'a sign-in that waits for its code; gone within minutes',
    },
  },

  encryptedColumns: [
    {
      table: 'users',
      column: 'two_factor_secret_sealed',
      purpose: 'two-factor',
      idColumn: 'id',
    },
    {
      table: 'two_factor_setups',
      column: 'secret_sealed',
      purpose: 'two-factor-setup',
      idColumn: 'id',
    },
  ],

  async prune(db, now) {
    await expireChallenges(db, now)
    for (const table of ['two_factor_setups', 'pending_recovery_codes'] as const) {
      await deleteExpired(db, table, { key: 'id', due: 'expires_at', through: now })
    }
  },

  history: twoFactorHistory,
  takeover: twoFactorTakeover,
  mailPreviews: {
    twoFactorOnNotice: twoFactorOnNotice('code'),
    appAddedNotice: appAddedNotice(),
    appRemovedNotice: appRemovedNotice(),
    twoFactorOffNotice: twoFactorOffNotice(),
    codesReplacedNotice: codesReplacedNotice(),
    recoveryCodeUsedNotice: recoveryCodeUsedNotice(2),
    wrongCodesNotice: wrongCodesNotice(3),
    passwordKnownNotice: passwordKnownNotice(3),
  },
}
