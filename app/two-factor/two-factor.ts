import type { TwoFactor } from '#app/pages.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { minute } from '#app/platform/lib/durations.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { isConfirmed } from '#app/platform/sessions/is-confirmed.ts'
import type { CurrentSession } from '#app/platform/sessions/sessions.ts'

import { toBase32 } from './base32.ts'
import { pendingEnrollment } from './enrollment.ts'
import { otpauthUri, qrCodeSvg } from './otpauth-uri.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

export { deleteChallenges, startChallenge } from './challenge.ts'
export { codeMessages, verifyCode } from './verify-code.ts'
export { disableTwoFactorEnabledSince, disableTwoFactor } from './disable-two-factor.ts'

/** How often codes may be tried for one person, wherever they are asked for. Of a million codes three are right at a time. */
export const codeAttemptLimits = {
  perIp: [30, minute],
  perIpAndAccount: [[5, minute]],
  perAccount: [20, 60 * minute],
} as const

/** How recently the person must have confirmed that it is them, to see or change any of this. */
const confirmationMinutes = 15

/** What the profile shows of the second factor. */
export async function twoFactor(
  { db, keys, appName, now }: { db: Db; keys: Keyring; appName: string; now: number },
  user: CurrentSession,
): Promise<TwoFactor> {
  const { user_id, email, two_factor_enabled_at: since } = user
  const [remainingCodes, setUp] = await Promise.all([
    since === null ? 0 : countRecoveryCodes(db, user_id),
    pendingEnrollment({ db, keys, now }, { userId: user_id, sessionId: user.session_id }),
  ])
  const canView = isConfirmed(user, now, confirmationMinutes)
  return {
    enabledAt: toIso(since),
    recoveryCodesLeft: remainingCodes,
    isEnrolling: setUp !== null,
    enrollment: setUp && canView ? enrollmentDetails(appName, email, setUp.secret) : null,
  }
}

/** For an app that scans, and for one that is typed into. */
export function enrollmentDetails(appName: string, email: string, secret: Buffer) {
  const uri = otpauthUri(appName, email, secret)
  return { svg: qrCodeSvg(uri), link: uri, secret: toBase32(secret) }
}
