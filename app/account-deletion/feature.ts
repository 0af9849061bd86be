import type { Feature } from '#app/platform/feature.ts'
import { day } from '#app/platform/lib/durations.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { sampleMailData } from '#app/platform/mail/mail-preview.ts'
import { route } from '#app/platform/route.ts'

import { accountErasedJob } from './account-erased.job.ts'
import { deletionCancelledNotice } from './deletion-cancelled.mail.ts'
import { deletionReceiptMail } from './deletion-receipt.mail.ts'
import { deletionReminderMail } from './deletion-reminder.mail.ts'
import { deletionRequestedNotice } from './deletion-requested.mail.ts'
import { requeueOverdueDeletions } from './requeue-overdue-deletions.ts'

const cancelPath = route('account-return.show', { token: sampleMailData.token })
const receipt = {
  account: sampleMailData.id,
  address: sampleMailData.person.email,
  created: toIso(sampleMailData.sentAt - 400 * day),
  erased: toIso(sampleMailData.sentAt),
  gone: { users: 1, sessions: 2, events: 31, files: 2, waiting_mails: 0 },
}

export const accountDeletionFeature: Feature = {
  everyTenMinutes: requeueOverdueDeletions,
  jobs: (services) => ({ 'account-erased': { run: accountErasedJob(services) } }),
  mailPreviews: {
    deletionRequestedNotice: deletionRequestedNotice(cancelPath, '17 May 2026'),
    deletionReminderMail: (mailWriter) =>
      deletionReminderMail(mailWriter, {
        path: cancelPath,
        leavesAt: sampleMailData.sentAt,
        timezone: null,
      }),
    deletionCancelledNotice: deletionCancelledNotice(),
    deletionReceiptMail: (mailWriter) =>
      deletionReceiptMail(mailWriter, {
        receipt,
        signedReceipt: `foyer-receipt-1.${'x'.repeat(80)}`,
        timezone: null,
      }),
  },
}
