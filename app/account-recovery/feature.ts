import type { Feature, ReducersOf } from '#app/platform/feature.ts'
import { sampleMailData } from '#app/platform/mail/mail-preview.ts'
import { deleteExpired } from '#app/platform/maintenance/delete-expired.ts'
import { route } from '#app/platform/route.ts'

import type { AccountRecoveryEvents } from './events.ts'
import {
  recoveredMail,
  recoveryCodeKnownNotice,
  recoveryCompletedNotice,
  recoveryRequestedNotice,
  recoveryStoppedNotice,
} from './notices.mail.ts'
import { recoveryAddressMail } from './recovery-address.mail.ts'

const stopPath = route('account-recovery.stop', { token: sampleMailData.token })
const finishPath = route('account-recovery.finish', { token: sampleMailData.token })

/** A waiting recovery has changed nothing, and its completion records what it changes. */
const reducers: ReducersOf<AccountRecoveryEvents> = {
  'recovery.requested': () => ({}),
  'recovery.stopped': () => ({}),
  'recovery.completed': () => ({}),
}

export const accountRecoveryFeature: Feature = {
  ownedTables: {
    account_recoveries: {
      file: 'account-recoveries.json',
      description: 'A requested recovery of your account that waits for your objection.',
      ownerColumn: 'user_id',
      orderColumn: 'id',
      columns: ['id', 'created_at', 'ready_at', 'expires_at'],
      excludedColumns: { browser_hash: 'a secret' },
    },
  },

  async prune(db, now) {
    await deleteExpired(db, 'account_recoveries', { key: 'id', due: 'expires_at', through: now })
  },

  history: { kind: 'account', reducers },

  securityIssues: {
    issues: ['account-recovery'],
    columns: (db, { userId, now }) => [
      db
        .selectFrom('account_recoveries')
        .select(db.fn.countAll<number | string>().as('count'))
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .as('account-recovery'),
    ],
  },

  mailPreviews: {
    recoveryRequestedNotice: recoveryRequestedNotice({ hours: 72, stopPath }),
    recoveryCodeKnownNotice: recoveryCodeKnownNotice(),
    recoveryStoppedNotice: recoveryStoppedNotice(),
    recoveryCompletedNotice: recoveryCompletedNotice(),
    recoveredMail: (mailWriter) => recoveredMail(mailWriter, null),
    recoveryAddressMail: (mailWriter) => recoveryAddressMail(mailWriter, null, finishPath),
  },
}
