import { deletionLimits } from '#app/account-deletion/limits.ts'
import { takeoverLimits } from '#app/account-takeover/limits.ts'
import { administratorLimits, changedAccountLimits, invitingLimits } from '#app/admin/limits.ts'
import { sessionNameLimits } from '#app/browser-sessions/limits.ts'
import { dataExportLimits } from '#app/data-export/limits.ts'
import { primaryAddressLimits } from '#app/email-addresses/limits.ts'
import { emailChangeLimits, linkLimits as emailChangeLinkLimits } from '#app/email-change/limits.ts'
import { mailLimits, confirmLimits } from '#app/email-verification/limits.ts'
import { unansweredLimits } from '#app/http/captcha/limits.ts'
import { changeLimits, passwordLimits } from '#app/http/security/limits.ts'
import { invitationLimits } from '#app/invitations/limits.ts'
import { exportLimits, integrityLimits } from '#app/log-integrity/limits.ts'
import { verificationLimits, optionsLimits } from '#app/passkeys/limits.ts'
import { requestLimits, resetLimits } from '#app/password/limits.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { uploadLimits } from '#app/profile-photo/limits.ts'
import { linkLimits, registrationLimits } from '#app/registration/limits.ts'
import { signInLimits } from '#app/sign-in/limits.ts'
import {
  exportLimits as csvLimits,
  pageLimits,
  previewLimits,
  restoreLimits,
} from '#app/time-travel/limits.ts'
import { codeAttemptLimits, settingsLimits } from '#app/two-factor/limits.ts'
import { waitlistLimits } from '#app/waitlist/limits.ts'
import { testFeatures } from '#testing/test-features.ts'

/** The rate limits of attempts by their row in docs/security-policy.md. */
export const rateLimits: Record<string, AttemptLimits> = {
  'Sign-in': signInLimits,
  'Current password (confirm, change, end other sessions, delete the account)': passwordLimits,
  'Authenticator code, recovery code': codeAttemptLimits,
  'Two-factor setup, new recovery codes': settingsLimits,
  'Passkey sign-in, confirmation, registration': verificationLimits,
  'Requesting a passkey challenge': optionsLimits,
  Registration: registrationLimits,
  'Passkey of a registration, by its mailed link': linkLimits,
  'Sign-up form without the answer to the challenge': unansweredLimits,
  'Invitation by an administrator, by address': invitingLimits,
  'Invitation link': invitationLimits,
  'Joining the waitlist, and its link': waitlistLimits,
  'Verification email': mailLimits,
  'Verification link': confirmLimits,
  'Forgotten password': requestLimits,
  'Password reset by link': resetLimits,
  'Email change, additional address': emailChangeLimits,
  'Email change link, additional address link': emailChangeLinkLimits,
  '"This wasn\'t me", undo of an email change': takeoverLimits,
  'Making an address the primary one': primaryAddressLimits,
  'Deletion of the account': deletionLimits,
  'Naming a session': sessionNameLimits,
  'Changes without a limit of their own: profile, API tokens, names of passkeys, preferred second factor':
    changeLimits,
  'Pages of Time Travel, and moments of a drag': pageLimits,
  'Previews of a takeover report in Time Travel': previewLimits,
  'Restoring in Time Travel; reporting in it': restoreLimits,
  'Photo upload': uploadLimits,
  'Event log export': exportLimits,
  'CSV export of events': csvLimits,
  'Integrity check': integrityLimits,
  'Data export': dataExportLimits,
  'Changes by an administrator': administratorLimits,
  'Changes of an account by administrators': changedAccountLimits,
  ...Object.fromEntries(
    testFeatures.flatMap((feature) => Object.entries(feature.rateLimits ?? {})),
  ),
}
