import { limits as takeoverLimits } from '#app/account-takeover/routes.ts'
import { limits as dataExportLimits } from '#app/data-export/routes.ts'
import { limits as emailChangeLimits } from '#app/email-change/email-change.ts'
import { linkLimits as emailChangeLinkLimits } from '#app/email-change/routes.ts'
import { confirmLimits, mailLimits } from '#app/email-verification/routes.ts'
import { passwordLimits } from '#app/http/security/password-attempts.ts'
import { signInLimits } from '#app/http/security/sign-in-attempt.ts'
import type { AttemptLimits } from '#app/http/security/throttle.ts'
import { exportLimits, integrityLimits } from '#app/log-integrity/routes.ts'
import { optionsLimits, verificationLimits } from '#app/passkeys/routes.ts'
import { requestLimits, resetLimits } from '#app/password/routes.ts'
import { uploadLimits } from '#app/profile-photo/routes.ts'
import { limits as registrationLimits } from '#app/registration/routes.ts'
import { settingsLimits } from '#app/two-factor/routes.ts'
import { codeAttemptLimits } from '#app/two-factor/two-factor.ts'
import { testFeatures } from '#testing/features.ts'

/** The rate limits of attempts by their row in docs/security-policy.md. */
export const rateLimits: Record<string, AttemptLimits> = {
  'Sign-in': signInLimits,
  'Current password (confirm, change, end other sessions, delete the account)': passwordLimits,
  'Authenticator code, recovery code': codeAttemptLimits,
  'Two-factor setup, new recovery codes': settingsLimits,
  'Passkey sign-in, confirmation, registration': verificationLimits,
  'Requesting a passkey challenge': optionsLimits,
  Registration: registrationLimits,
  'Verification mail': mailLimits,
  'Verification link': confirmLimits,
  'Forgotten password': requestLimits,
  'Password reset by link': resetLimits,
  'Email change': emailChangeLimits,
  'Email change link': emailChangeLinkLimits,
  '"This wasn\'t me", undo of an email change': takeoverLimits,
  'Photo upload': uploadLimits,
  'Event log export': exportLimits,
  'Integrity check': integrityLimits,
  'Data export': dataExportLimits,
  ...Object.assign({}, ...testFeatures.map((feature) => feature.rateLimits)),
}
