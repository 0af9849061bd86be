import { hasSignInPasskey } from '#app/passkeys/passkeys.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { minute } from '#app/platform/lib/durations.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { isConfirmed } from '#app/platform/sessions/is-confirmed.ts'
import type { CurrentSession } from '#app/platform/sessions/sessions.ts'
import { confirmingProviders } from '#app/providers/providers.ts'

import type { ConfirmationStatus, ConfirmationMethod } from './pages.ts'

/** The methods the account can confirm with, the most common first. */
export async function confirmationMethods(
  db: Db,
  { userId }: Pick<Actor, 'userId'>,
  config: Pick<Config, 'providers'>,
): Promise<Pick<ConfirmationStatus, 'methods' | 'providers'>> {
  const { password_hash, two_factor_secret_sealed } = await db
    .selectFrom('users')
    .select(['password_hash', 'two_factor_secret_sealed'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const methods: ConfirmationMethod[] = password_hash === null ? [] : ['password']
  if (await hasSignInPasskey(db, userId)) methods.push('passkey')
  if (two_factor_secret_sealed !== null) methods.push('code')
  const providers = await confirmingProviders(db, userId, config)
  if (providers.length > 0) methods.push('provider')
  return { methods, providers }
}

export function confirmationStatus(
  session: Pick<CurrentSession, 'confirmed_at'>,
  now: number,
  maxAgeMs: number,
): Omit<ConfirmationStatus, 'methods' | 'providers'> {
  const { confirmed_at } = session
  if (confirmed_at === null || !isConfirmed(session, now, maxAgeMs / minute)) {
    return { confirmed: false, endsAt: null }
  }
  return { confirmed: true, endsAt: toIso(confirmed_at + maxAgeMs) }
}
