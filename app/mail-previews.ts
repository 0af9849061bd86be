import { signedOutEverywhereNotice } from './account-changes/signed-out-everywhere.mail.ts'
import { accountLockedNotice, accountUnlockedNotice } from './account-lock/notices.mail.ts'
import { accountSecuredNotice } from './account-takeover/account-secured.mail.ts'
import { addressChangedCopy, addressChangedNotice } from './email-change/address-changed.mail.ts'
import { addressLeftMail } from './email-change/address-left.mail.ts'
import { addressTakenMail } from './email-change/address-taken.mail.ts'
import { changeRequestedNotice } from './email-change/change-requested.mail.ts'
import { confirmNewAddressMail } from './email-change/confirm-new-address.mail.ts'
import { signInCodeMail } from './email-codes/sign-in-code.mail.ts'
import { verifyEmailMail } from './email-verification/verify-email.mail.ts'
import { features } from './features.ts'
import { invitationMail } from './invitations/invitation.mail.ts'
import { deviceCodeNotice } from './new-device/device-code.mail.ts'
import type { Feature } from './platform/feature.ts'
import { day } from './platform/lib/durations.ts'
import { type MailPreview, noticePreview, sampleMailData } from './platform/mail/mail-preview.ts'
import { route } from './platform/route.ts'
import { newDeviceNotice } from './platform/sessions/new-device.mail.ts'
import { sessionEndedByGuessingNotice } from './platform/sessions/session-ended-by-guessing.mail.ts'
import { alreadyRegisteredMail } from './registration/already-registered.mail.ts'
import { confirmRegistrationMail } from './registration/confirm-registration.mail.ts'

const { id, hash, token, sentAt, code } = sampleMailData
const verifyLink = route('verification.verify', { id, hash })
const performedBy = {
  kind: 'administrator',
  id,
  name: 'Grace Hopper',
  reason: 'You called us.',
} as const

/** Of the platform, and of folders without a `feature.ts`. */
const corePreviews: Feature['mailPreviews'] = {
  confirmRegistrationMail: (mailWriter) => confirmRegistrationMail(mailWriter, verifyLink, code),
  alreadyRegisteredMail,
  invitationMail: (mailWriter) =>
    invitationMail(mailWriter, {
      path: route('invitation.show', { token }),
      expiresAt: sentAt + 7 * day,
    }),
  verifyEmailMail: (mailWriter) => verifyEmailMail(mailWriter, verifyLink, code),
  signInCodeMail: (mailWriter) => signInCodeMail(mailWriter, code),
  accountLockedNotice: noticePreview(accountLockedNotice(), { performedBy }),
  accountUnlockedNotice: noticePreview(accountUnlockedNotice(), { performedBy }),
  signedOutEverywhereNotice: noticePreview(signedOutEverywhereNotice(), { performedBy }),
  deviceCodeNotice: deviceCodeNotice('123456'),
  newDeviceNotice: newDeviceNotice(null),
  sessionEndedByGuessingNotice: sessionEndedByGuessingNotice(10),
  confirmNewAddressMail: (mailWriter) =>
    confirmNewAddressMail(mailWriter, route('email-change.confirm', { token })),
  changeRequestedNotice: changeRequestedNotice('ada@new.example'),
  addressChangedNotice: noticePreview(addressChangedNotice('ada@new.example'), {
    takeoverPath: route('email-change.undo', { token }),
  }),
  addressChangedCopy: addressChangedCopy('ada@new.example'),
  accountSecuredNotice: accountSecuredNotice(),
  addressLeftMail: (mailWriter) => addressLeftMail(mailWriter, null, 'ada@new.example'),
  addressTakenMail: (mailWriter) => addressTakenMail(mailWriter, null),
}

/** Previews of all mails, by the name of the template function. */
export const mailPreviews: Readonly<Record<string, MailPreview>> = Object.fromEntries(
  [corePreviews, ...features.map((feature) => feature.mailPreviews)].flatMap((previews = {}) =>
    Object.entries(previews).map(([name, preview]) => [
      name,
      typeof preview === 'function' ? preview : noticePreview(preview),
    ]),
  ),
)
