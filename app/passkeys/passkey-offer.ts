import type { Actor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'

import { offerPauseMs } from './limits.ts'

/** When the owner last answered "Not now", to select beside any row. */
export function offerDeclinedColumn(db: Db, userId: string) {
  return db
    .selectFrom('passkey_offers')
    .select('declined_at')
    .where('user_id', '=', userId)
    .as('offer_declined_at')
}

/** Ways to sign in that take the password. */
const passwordMethods = ['password', 'code', 'recovery-code', 'device-code', 'trusted-device']

interface OfferState {
  /** How the session began. */
  method: string
  passkeys: number
  declinedAt: number | null
  now: number
}

/** Offered after a sign-in with a password, to an account without a passkey, and not again for a while after "Not now". */
export function isPasskeyOffered(state: OfferState): boolean {
  const { method, passkeys, declinedAt, now } = state
  const withPassword = passwordMethods.includes(method)
  return withPassword && passkeys === 0 && (declinedAt === null || now >= declinedAt + offerPauseMs)
}

export async function declinePasskeyOffer(db: Db, { userId, now }: Actor): Promise<void> {
  await db
    .insertInto('passkey_offers')
    .values({ user_id: userId, declined_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ declined_at: now }))
    .execute()
}
