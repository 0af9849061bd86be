import type { TwoFactor } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { minute } from '#app/platform/durations.ts'
import { isConfirmed } from '#app/platform/is-confirmed.ts'
import type { Keyring } from '#app/platform/keys.ts'
import { moment } from '#app/platform/moment.ts'
import type { SignedIn } from '#app/platform/sessions.ts'

import { authenticatorLink, qrCode } from './authenticator-link.ts'
import { toBase32 } from './base32.ts'
import { recoveryCodesLeft } from './recovery-codes.ts'
import { openSetUp } from './set-up.ts'

export { endChallenges, startChallenge } from './challenge.ts'
export { codeSentences, useCode } from './use-code.ts'
export { removeTwoFactorSince, turnOff } from './turn-off.ts'

/** How often codes may be tried for one person, wherever they are asked for. Of a million codes three are right at a time. */
export const codeTries = {
  address: [30, minute],
  pair: [[5, minute]],
  account: [20, 60 * minute],
} as const

/** How recently the person must have confirmed that it is them, to see or change any of this. */
const confirmedMinutes = 15

/** What the profile shows of the second factor. */
export async function twoFactor(
  { db, keys, appName, now }: { db: Db; keys: Keyring; appName: string; now: number },
  person: SignedIn,
): Promise<TwoFactor> {
  const { user_id, email, two_factor_enabled_at: since } = person
  const [left, setUp] = await Promise.all([
    since === null ? 0 : recoveryCodesLeft(db, user_id),
    openSetUp({ db, keys, now }, { userId: user_id, sessionId: person.session_id }),
  ])
  const maySee = isConfirmed(person, now, confirmedMinutes)
  return {
    enabledAt: moment(since),
    recoveryCodesLeft: left,
    isSettingUp: setUp !== null,
    setUp: setUp && maySee ? setUpShown(appName, email, setUp.secret) : null,
  }
}

/** For an app that scans, and for one that is typed into. */
export function setUpShown(appName: string, email: string, secret: Buffer) {
  const link = authenticatorLink(appName, email, secret)
  return { svg: qrCode(link), link, secret: toBase32(secret) }
}
