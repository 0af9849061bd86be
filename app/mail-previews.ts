import { signedOutEverywhereNotice } from './account-changes/signed-out-everywhere.mail.ts'
import { deletionCancelledNotice } from './account-deletion/deletion-cancelled.mail.ts'
import { deletionReceiptMail } from './account-deletion/deletion-receipt.mail.ts'
import { deletionReminderMail } from './account-deletion/deletion-reminder.mail.ts'
import { deletionRequestedNotice } from './account-deletion/deletion-requested.mail.ts'
import { accountLockedNotice, accountUnlockedNotice } from './account-lock/notices.mail.ts'
import { accountSecuredNotice } from './account-takeover/account-secured.mail.ts'
import { dataExportMail } from './data-export/data-export.mail.ts'
import { addressChangedCopy, addressChangedNotice } from './email-change/address-changed.mail.ts'
import { addressLeftMail } from './email-change/address-left.mail.ts'
import { addressTakenMail } from './email-change/address-taken.mail.ts'
import { changeRequestedNotice } from './email-change/change-requested.mail.ts'
import { confirmNewAddressMail } from './email-change/confirm-new-address.mail.ts'
import { signInCodeMail } from './email-codes/sign-in-code.mail.ts'
import { verifyEmailMail } from './email-verification/verify-email.mail.ts'
import { features } from './features.ts'
import { invitationMail } from './invitations/invitation.mail.ts'
import { checkpointMail } from './log-integrity/checkpoint.mail.ts'
import { deviceCodeNotice } from './new-device/device-code.mail.ts'
import {
  passkeyAddedNotice,
  passkeyCopiedNotice,
  passkeyRemovedNotice,
  securityKeyAddedNotice,
  securityKeyRemovedNotice,
} from './passkeys/notices.mail.ts'
import { firstPasswordMail } from './password/first-password.mail.ts'
import {
  passwordChangedNotice,
  passwordRemovedNotice,
  passwordResetNotice,
} from './password/password-changed.mail.ts'
import { recoveryLinkMail } from './password/recovery-link.mail.ts'
import { resetPasswordMail } from './password/reset-password.mail.ts'
import type { Actor } from './platform/actor.ts'
import type { Feature } from './platform/feature.ts'
import { day } from './platform/lib/durations.ts'
import { toIso } from './platform/lib/iso-time.ts'
import type { MailWriter } from './platform/mail/mail-writer.ts'
import type { RenderedMail } from './platform/mail/render-mail.ts'
import { type SecurityNotice, renderSecurityNotice } from './platform/mail/security-notice.ts'
import { route } from './platform/route.ts'
import { newDeviceNotice } from './platform/sessions/new-device.mail.ts'
import { sessionEndedByGuessingNotice } from './platform/sessions/session-ended-by-guessing.mail.ts'
import { alreadyRegisteredMail } from './registration/already-registered.mail.ts'
import { confirmRegistrationMail } from './registration/confirm-registration.mail.ts'
import { roleChangedNotice } from './roles/roles.ts'
import {
  appAddedNotice,
  appRemovedNotice,
  codesReplacedNotice,
  passwordKnownNotice,
  recoveryCodeUsedNotice,
  twoFactorOffNotice,
  twoFactorOnNotice,
  wrongCodesNotice,
} from './two-factor/notices.mail.ts'

/** Renders a mail with sample data. Its links do not work. */
export type MailPreview = (mailWriter: MailWriter) => RenderedMail

const person = { name: 'Ada Lovelace', email: 'ada@example.com', locale: null, timezone: null }
const sentAt = Date.UTC(2026, 4, 3, 9, 41)
const actor = {
  ip: '203.0.113.7',
  userAgent:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36',
  now: sentAt,
}
const id = '01234567-89ab-7def-8123-456789abcdef'
const hash = 'x'.repeat(43)
const token = `${id}.${hash}`
const code = { code: '123456', requester: actor }
const verifyLink = route('verification.verify', { id, hash })
const cancelDeletionLink = route('account-return.show', { token })

const noticePreview =
  (
    content: SecurityNotice,
    notMe = route('not-me.show', { token }),
    by: Pick<Actor, 'performedBy'> = {},
  ): MailPreview =>
  (mailWriter) =>
    renderSecurityNotice(mailWriter, {
      ...content,
      actor: { ...actor, ...by },
      recipient: person,
      takeoverUrl: mailWriter.absoluteUrl(notMe),
    })

const byAdministrator = (content: SecurityNotice) =>
  noticePreview(content, undefined, {
    performedBy: { kind: 'administrator', id, name: 'Grace Hopper', reason: 'You called us.' },
  })

const receipt = {
  account: id,
  address: person.email,
  created: new Date(sentAt - 400 * day).toISOString(),
  erased: new Date(sentAt).toISOString(),
  gone: { users: 1, sessions: 2, events: 31, files: 2, waiting_mails: 0 },
}

function featurePreviews({ mailPreviews: previews = {} }: Feature): [string, MailPreview][] {
  return Object.entries(previews).map(([name, preview]) => [
    name,
    typeof preview === 'function' ? preview : noticePreview(preview),
  ])
}

/** Previews of all mails, by the name of the template function. */
export const mailPreviews: Readonly<Record<string, MailPreview>> = {
  confirmRegistrationMail: (mailWriter) => confirmRegistrationMail(mailWriter, verifyLink, code),
  alreadyRegisteredMail,
  invitationMail: (mailWriter) =>
    invitationMail(mailWriter, {
      path: route('invitation.show', { token }),
      expiresAt: sentAt + 7 * day,
    }),
  firstPasswordMail: (mailWriter) =>
    firstPasswordMail(mailWriter, route('password.reset', { token })),
  verifyEmailMail: (mailWriter) => verifyEmailMail(mailWriter, verifyLink, code),
  signInCodeMail: (mailWriter) => signInCodeMail(mailWriter, code),
  roleChangedNotice: noticePreview(roleChangedNotice('support')),
  accountLockedNotice: byAdministrator(accountLockedNotice()),
  accountUnlockedNotice: byAdministrator(accountUnlockedNotice()),
  signedOutEverywhereNotice: byAdministrator(signedOutEverywhereNotice()),
  deviceCodeNotice: noticePreview(deviceCodeNotice('123456')),
  newDeviceNotice: noticePreview(newDeviceNotice()),
  sessionEndedByGuessingNotice: noticePreview(sessionEndedByGuessingNotice(10)),
  resetPasswordMail: (mailWriter) =>
    resetPasswordMail(mailWriter, route('password.reset', { token }), { hasPassword: true, code }),
  passwordChangedNotice: noticePreview(passwordChangedNotice()),
  passwordRemovedNotice: noticePreview(passwordRemovedNotice()),
  passwordResetNotice: noticePreview(
    passwordResetNotice({
      hadPassword: true,
      tokensRevoked: true,
      removedPasskeys: ['Eve’s phone'],
      remainingPasskeys: ['Blue key'],
      unlinkedProviders: ['GitHub'],
      linkedProviders: ['Google'],
    }),
  ),
  recoveryLinkMail: (mailWriter) =>
    recoveryLinkMail(mailWriter, route('password.reset', { token }), null),
  confirmNewAddressMail: (mailWriter) =>
    confirmNewAddressMail(mailWriter, route('email-change.confirm', { token })),
  changeRequestedNotice: noticePreview(changeRequestedNotice('ada@new.example')),
  addressChangedNotice: noticePreview(
    addressChangedNotice('ada@new.example'),
    route('email-change.undo', { token }),
  ),
  addressChangedCopy: noticePreview(addressChangedCopy('ada@new.example')),
  accountSecuredNotice: noticePreview(accountSecuredNotice()),
  addressLeftMail: (mailWriter) => addressLeftMail(mailWriter, null, 'ada@new.example'),
  addressTakenMail: (mailWriter) => addressTakenMail(mailWriter, null),
  twoFactorOnNotice: noticePreview(twoFactorOnNotice('code')),
  appAddedNotice: noticePreview(appAddedNotice()),
  appRemovedNotice: noticePreview(appRemovedNotice()),
  twoFactorOffNotice: noticePreview(twoFactorOffNotice()),
  codesReplacedNotice: noticePreview(codesReplacedNotice()),
  recoveryCodeUsedNotice: noticePreview(recoveryCodeUsedNotice(2)),
  wrongCodesNotice: noticePreview(wrongCodesNotice(3)),
  passwordKnownNotice: noticePreview(passwordKnownNotice(3)),
  passkeyAddedNotice: noticePreview(passkeyAddedNotice("Ada's laptop")),
  securityKeyAddedNotice: noticePreview(securityKeyAddedNotice("Ada's key ring")),
  passkeyRemovedNotice: noticePreview(passkeyRemovedNotice("Ada's laptop")),
  securityKeyRemovedNotice: noticePreview(securityKeyRemovedNotice("Ada's key ring")),
  passkeyCopiedNotice: noticePreview(passkeyCopiedNotice("Ada's laptop")),
  ...Object.fromEntries(features.flatMap(featurePreviews)),
  dataExportMail: (mailWriter) => dataExportMail(mailWriter, { expiresAt: sentAt, timezone: null }),
  deletionRequestedNotice: noticePreview(
    deletionRequestedNotice(cancelDeletionLink, '17 May 2026'),
  ),
  deletionReminderMail: (mailWriter) =>
    deletionReminderMail(mailWriter, {
      path: cancelDeletionLink,
      leavesAt: sentAt,
      timezone: null,
    }),
  deletionCancelledNotice: noticePreview(deletionCancelledNotice()),
  checkpointMail: (mailWriter) =>
    checkpointMail(
      mailWriter,
      `example.com/foyer-checkpoint-1\nnumber 12\nat ${toIso(sentAt)}\nrecords 1204\nroot ${'x'.repeat(43)}=\nleft-out 0\nprevious ${hash}\n\n— example.com ${hash}\n`,
    ),
  deletionReceiptMail: (mailWriter) =>
    deletionReceiptMail(mailWriter, {
      receipt,
      signedReceipt: `foyer-receipt-1.${'x'.repeat(80)}`,
      timezone: null,
    }),
}
