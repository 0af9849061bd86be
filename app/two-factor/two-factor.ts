import type { ActionContext } from '#app/platform/action-context.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { isConfirmed } from '#app/platform/sessions/is-confirmed.ts'
import type { CurrentSession } from '#app/platform/sessions/sessions.ts'

import { pendingEnrollment } from './enrollment.ts'
import { otpauthUri, qrCodeSvg } from './otpauth-uri.ts'
import type { TwoFactor } from './pages.ts'
import { secondFactors } from './second-factors.ts'
import { toSecret } from './totp.ts'

export { needsSecondFactor } from './needs-second-factor.ts'
export {
  type PendingSignIn,
  consumePendingSignIn,
  countWrongAnswer,
  endPendingSignInsOf,
  findPendingSignIn,
  markCodeSent,
} from './pending-sign-in.ts'
export { endPendingSignIns } from './unanswered-challenges.ts'
export { isFirstFactorUnchanged } from './is-first-factor-unchanged.ts'
export { continueSignIn, type SignInResult } from './continue-sign-in.ts'
export { consumeRecoveryCode, hashWithEachSalt } from './recovery-codes.ts'
export { codeMessages, verifyCode } from './verify-code.ts'
export { disableTwoFactor, removeTwoFactor, resetSecondFactors } from './disable-two-factor.ts'

export async function twoFactor(
  { db, keys, now, config, appName }: ActionContext & { appName: string },
  user: CurrentSession,
): Promise<TwoFactor> {
  const { user_id, email, two_factor_enabled_at: since } = user
  const [factors, pending] = await Promise.all([
    secondFactors(db, user_id),
    pendingEnrollment({ db, keys, now }, { userId: user_id, sessionId: user.session_id }),
  ])
  const canView = isConfirmed(user, now, config.confirmationMinutes.sensitive)
  return {
    enabledAt: toIso(since),
    appAddedAt: toIso(factors?.appSince ?? null),
    passkeyCount: factors?.passkeyCount ?? 0,
    preferred: factors?.preferred ?? 'code',
    isRequired: config.requireTwoFactor,
    recoveryCodesLeft: factors?.recoveryCodesLeft ?? 0,
    isEnrolling: pending !== null,
    enrollment: pending && canView ? enrollmentDetails(appName, email, pending.secret) : null,
  }
}

/** The QR code and URI to scan, and the key to type in. */
export function enrollmentDetails(appName: string, email: string, secret: Buffer) {
  const uri = otpauthUri(appName, email, secret)
  return { svg: qrCodeSvg(uri), link: uri, secret: toSecret(secret).base32 }
}
