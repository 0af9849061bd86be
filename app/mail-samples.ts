import { deletionReminderMail } from '#app/account-deletion/deletion-reminder.mail.ts'
import { leavingNotice } from '#app/account-deletion/leaving.mail.ts'
import { receiptMail } from '#app/account-deletion/receipt.mail.ts'
import { returnedNotice } from '#app/account-deletion/returned.mail.ts'
import { tokenMadeNotice, tokenRotatedNotice } from '#app/api-tokens/notices.mail.ts'
import { tokenExpiryMail } from '#app/api-tokens/token-expiry.mail.ts'
import { dataExportMail } from '#app/data-export/data-export.mail.ts'
import { addressChangedNotice } from '#app/email-change/address-changed.mail.ts'
import { addressTakenMail } from '#app/email-change/address-taken.mail.ts'
import { changeAskedNotice } from '#app/email-change/change-asked.mail.ts'
import { proveAddressMail } from '#app/email-change/prove-address.mail.ts'
import { verifyEmailMail } from '#app/email-verification/verify-email.mail.ts'
import { checkpointMail } from '#app/history/checkpoint.mail.ts'
import {
  passkeyAddedNotice,
  passkeyCopiedNotice,
  passkeyRemovedNotice,
} from '#app/passkeys/notices.mail.ts'
import { passwordChangedNotice, passwordResetNotice } from '#app/password/password-changed.mail.ts'
import { resetPasswordMail } from '#app/password/reset-password.mail.ts'
import { wayBackMail } from '#app/password/way-back.mail.ts'
import { day } from '#app/platform/durations.ts'
import { guessingEndedNotice } from '#app/platform/guessing-ended.mail.ts'
import type { Letter } from '#app/platform/mail/letter.ts'
import { type Notice, securityNotice } from '#app/platform/mail/security-notice.ts'
import { moment } from '#app/platform/moment.ts'
import { newDeviceNotice } from '#app/platform/new-device.mail.ts'
import type { Post } from '#app/platform/post.ts'
import { route } from '#app/platform/route.ts'
import { alreadyRegisteredMail } from '#app/registration/already-registered.mail.ts'
import { confirmRegistrationMail } from '#app/registration/confirm-registration.mail.ts'
import {
  codesReplacedNotice,
  recoveryCodeUsedNotice,
  twoFactorOffNotice,
  twoFactorOnNotice,
  wrongCodesNotice,
} from '#app/two-factor/notices.mail.ts'

/** One mail of a kind, with made-up data. Its links lead nowhere. */
export type Sample = (post: Post) => Letter

const person = { name: 'Ada Lovelace', email: 'ada@example.com', locale: null, timezone: null }
const at = Date.UTC(2026, 4, 3, 9, 41)
const account = {
  ip: '203.0.113.7',
  userAgent:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36',
  now: at,
}
const id = '01234567-89ab-7def-8123-456789abcdef'
const hash = 'x'.repeat(43)
const token = `${id}.${hash}`
const verify = route('verification.verify', { id, hash })
const back = route('account-return.show', { token })

const notice =
  (said: Notice, notMe = route('not-me.show', { token })): Sample =>
  (post) =>
    securityNotice(post, { ...said, account, person, notMe: post.link(notMe) })

const receipt = {
  account: id,
  address: person.email,
  created: new Date(at - 400 * day).toISOString(),
  erased: new Date(at).toISOString(),
  gone: { users: 1, sessions: 2, events: 31, files: 2, waiting_mails: 0 },
}
const expiring = { name: 'Backup', expiresAt: at, last_used_at: null, timezone: null }

/** Every kind of mail we send, by the function that writes it: for looking at them all. */
export const mailSamples: Readonly<Record<string, Sample>> = {
  confirmRegistrationMail: (post) => confirmRegistrationMail(post, verify),
  alreadyRegisteredMail,
  verifyEmailMail: (post) => verifyEmailMail(post, verify),
  newDeviceNotice: notice(newDeviceNotice()),
  guessingEndedNotice: notice(guessingEndedNotice()),
  resetPasswordMail: (post) => resetPasswordMail(post, route('password.reset', { token })),
  passwordChangedNotice: notice(passwordChangedNotice()),
  passwordResetNotice: notice(
    passwordResetNotice({ tokensRevoked: true, removed: ['Eve’s phone'], left: ['Blue key'] }),
  ),
  wayBackMail: (post) => wayBackMail(post, null, route('password.reset', { token })),
  proveAddressMail: (post) => proveAddressMail(post, route('email-change.confirm', { token })),
  changeAskedNotice: notice(changeAskedNotice('ada@new.example')),
  addressChangedNotice: notice(
    addressChangedNotice('ada@new.example'),
    route('email-change.undo', { token }),
  ),
  addressTakenMail: (post) => addressTakenMail(post, null),
  twoFactorOnNotice: notice(twoFactorOnNotice()),
  twoFactorOffNotice: notice(twoFactorOffNotice()),
  codesReplacedNotice: notice(codesReplacedNotice()),
  recoveryCodeUsedNotice: notice(recoveryCodeUsedNotice(2)),
  wrongCodesNotice: notice(wrongCodesNotice(3)),
  passkeyAddedNotice: notice(passkeyAddedNotice("Ada's laptop")),
  passkeyRemovedNotice: notice(passkeyRemovedNotice("Ada's laptop")),
  passkeyCopiedNotice: notice(passkeyCopiedNotice("Ada's laptop")),
  tokenMadeNotice: notice(tokenMadeNotice('Backup')),
  tokenRotatedNotice: notice(tokenRotatedNotice('Backup')),
  tokenExpiryMail: (post) => tokenExpiryMail(post, expiring),
  dataExportMail: (post) => dataExportMail(post, { expiresAt: at, zone: null }),
  leavingNotice: notice(leavingNotice(back, '17 May 2026')),
  deletionReminderMail: (post) =>
    deletionReminderMail(post, { path: back, leavesAt: at, zone: null }),
  returnedNotice: notice(returnedNotice()),
  checkpointMail: (post) =>
    checkpointMail(
      post,
      `example.com/foyer-checkpoint-1\nnumber 12\nat ${moment(at)}\nrecords 1204\nroot ${'x'.repeat(43)}=\nleft-out 0\nprevious ${hash}\n\n— example.com ${hash}\n`,
    ),
  receiptMail: (post) =>
    receiptMail(post, { receipt, code: `foyer-receipt-1.${'x'.repeat(80)}`, zone: null }),
}
