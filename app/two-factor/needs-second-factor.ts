import { hasSecondFactor } from '#app/platform/auth/has-second-factor.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { Db } from '#app/platform/db/connect.ts'

interface Account {
  userId: string
  twoFactorEnabledAt: number | null
}

/**
 * Whether a second factor follows the first: it is on, or required. An account without any may sign in, to set one up. A provider that
 * has asked for one itself makes this unnecessary: see `continueSignIn`.
 */
export async function needsSecondFactor(
  db: Db,
  { requireTwoFactor }: Pick<Config, 'requireTwoFactor'>,
  { userId, twoFactorEnabledAt }: Account,
): Promise<boolean> {
  return twoFactorEnabledAt !== null || (requireTwoFactor && (await hasSecondFactor(db, userId)))
}
