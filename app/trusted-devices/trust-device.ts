import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor, RequestOrigin } from '#app/platform/actor.ts'
import type { Config } from '#app/platform/config/config.ts'
import { hashSecret, newSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { day } from '#app/platform/lib/durations.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { parseUserAgent } from '#app/platform/lib/user-agent.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import type { StartedSession } from '#app/platform/sessions/start-session.ts'

import { deviceTrustedNotice } from './notices.mail.ts'

type Trust = NonNullable<StartedSession['trust']>

/**
 * Trusts the browser that has just passed the second factor. Its secret is always a new one: a secret that somebody planted in
 * the browser must never become trusted.
 */
export async function trustDevice(tx: Tx, context: ActionContext, actor: Actor): Promise<Trust> {
  const { userId, userAgent, country = null, now } = actor
  const days = context.config.trustedDeviceDays
  const id = newId()
  const secret = newSecret()
  const expires_at = now + days * day
  await tx
    .insertInto('trusted_devices')
    .values({
      id,
      user_id: userId,
      token_hash: hashSecret(secret),
      user_agent: userAgent,
      country,
      created_at: now,
      last_used_at: now,
      expires_at,
    })
    .execute()
  const { browser, platform } = parseUserAgent(userAgent)
  const endsAt = toIso(expires_at)
  await recordEvent(tx, actor, 'device.trusted', { device: id, browser, platform, endsAt })
  await sendSecurityNotice(tx, context, actor, deviceTrustedNotice(days, userAgent))
  return { secret, replaces: null }
}

/**
 * Whether the account trusts this browser. The secret is replaced in the same statement: of a cookie and its copy, the second
 * to be used is worthless, and `revokeOnSecretReuse` recognizes it. Its lifetime is not extended.
 *
 * @returns null when it does not
 */
export async function useTrustedDevice(
  tx: Tx,
  { trustedDeviceDays }: Pick<Config, 'trustedDeviceDays'>,
  { userId, now, trustSecrets = [] }: RequestOrigin & { userId: string },
): Promise<Trust | null> {
  for (const replaces of trustSecrets) {
    const secret = newSecret()
    // The operator may have shortened it since.
    const trustedSince = now - trustedDeviceDays * day
    const used = await replaceTrustSecret(tx, { userId, replaces, secret, trustedSince, now })
    if (!used) continue
    const earlier = { token_hash: hashSecret(replaces), device_id: used.id, used_at: now }
    await tx.insertInto('used_trust_secrets').values(earlier).execute()
    return { secret, replaces }
  }
  return null
}

/** Of concurrent callers exactly one gets the device, and the others undefined. */
export function replaceTrustSecret(db: Db, { userId, replaces, secret, ...times }: Replacement) {
  return db
    .updateTable('trusted_devices')
    .set({ token_hash: hashSecret(secret), last_used_at: times.now })
    .where('token_hash', '=', hashSecret(replaces))
    .where('user_id', '=', userId)
    .where('expires_at', '>', times.now)
    .where('created_at', '>', times.trustedSince)
    .returning('id')
    .executeTakeFirst()
}

interface Replacement {
  userId: string
  replaces: string
  secret: string
  /** Unix milliseconds, like the next. */
  trustedSince: number
  now: number
}
