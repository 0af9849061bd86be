import type { Feature } from '#app/platform/feature.ts'
import { sampleMailData } from '#app/platform/mail/mail-preview.ts'
import { route } from '#app/platform/route.ts'

import { firstPasswordMail } from './first-password.mail.ts'
import {
  passwordChangedNotice,
  passwordRemovedNotice,
  passwordResetNotice,
} from './notices.mail.ts'
import { previousPasswordPurpose } from './previous-passwords.ts'
import { recoveryLinkMail } from './recovery-link.mail.ts'
import { resetLinkJob } from './reset-link.job.ts'
import { resetPasswordMail } from './reset-password.mail.ts'

const resetPath = route('password.reset', { token: sampleMailData.token })

export const passwordFeature: Feature = {
  ownedTables: {
    previous_passwords: { excludedBecause: 'secrets: hashes of earlier passwords' },
  },
  encryptedColumns: [
    {
      table: 'previous_passwords',
      column: 'hash_sealed',
      purpose: previousPasswordPurpose,
      idColumn: 'id',
    },
  ],
  jobs: (services) => ({ 'reset-link': { run: resetLinkJob(services), runner: 'urgent' } }),
  mailPreviews: {
    firstPasswordMail: (mailWriter) => firstPasswordMail(mailWriter, resetPath),
    resetPasswordMail: (mailWriter) =>
      resetPasswordMail(mailWriter, resetPath, { hasPassword: true, code: sampleMailData.code }),
    recoveryLinkMail: (mailWriter) => recoveryLinkMail(mailWriter, resetPath, null),
    passwordChangedNotice: passwordChangedNotice(),
    passwordRemovedNotice: passwordRemovedNotice(),
    passwordResetNotice: passwordResetNotice({
      hadPassword: true,
      tokensRevoked: true,
      removedPasskeys: ['Eve’s phone'],
      remainingPasskeys: ['Blue key'],
      unlinkedProviders: ['GitHub'],
      linkedProviders: ['Google'],
    }),
  },
}
