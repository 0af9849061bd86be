import type { Feature, ReducersOf } from '#app/platform/feature.ts'
import { sampleMailData } from '#app/platform/mail/mail-preview.ts'
import { deleteExpired } from '#app/platform/maintenance/delete-expired.ts'

import type { SupportAccessEvents } from './events.ts'
import { accessApprovedNotice, accessRequestedNotice } from './notices.mail.ts'

/** An administrator who sees an account changes nothing in it. */
const reducers: ReducersOf<SupportAccessEvents> = {
  'support-access.requested': () => ({}),
  'support-access.approved': () => ({}),
  'support-access.declined': () => ({}),
  'support-access.page-opened': () => ({}),
  'support-access.ended': () => ({}),
}

export const supportAccessFeature: Feature = {
  ownedTables: {
    support_sessions: {
      file: 'support-access.json',
      description: 'Requests of the support team to see your account, and those you approved.',
      ownerColumn: 'user_id',
      orderColumn: 'id',
      columns: ['id', 'reason', 'requested_at', 'approved_at', 'opened_at', 'expires_at'],
      excludedColumns: {
        administrator_id: 'the id of somebody else, whose name is in your history',
        session_id: 'a session of somebody else',
        opened_pages: 'your history has every page',
      },
    },
  },

  prune: (db, now) =>
    deleteExpired(db, 'support_sessions', { key: 'id', due: 'expires_at', through: now }),

  history: { kind: 'account', reducers },

  mailPreviews: {
    accessRequestedNotice: accessRequestedNotice(sampleMailData.id),
    accessApprovedNotice: accessApprovedNotice(),
  },
}
