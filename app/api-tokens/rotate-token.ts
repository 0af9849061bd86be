import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { minute } from '#app/platform/lib/durations.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'

import { apiTokenFormat } from './api-token-format.ts'
import { rotationOverlapMs } from './limits.ts'
import { type LockedToken, lockToken } from './lock-token.ts'
import { tokenRotatedNotice } from './notices.mail.ts'
import { scheduleExpiryWarning } from './token-expiry.job.ts'

const doubleClickMs = minute

/**
 * Replaces the secret of a token and renews its lifetime. The previous secret works for one more day, but not beyond its
 * own expiry; the one before that ends now. A second rotation within a minute counts as a double click: it replaces the
 * secret in between, which no program uses yet, and keeps the one that running programs have.
 *
 * @throws NotFound
 */
export async function rotateApiToken(
  context: ActionContext,
  actor: Actor,
  id: string,
): Promise<{ id: string; token: string }> {
  const { now } = actor
  const token = apiTokenFormat.create()

  await inTransaction(context.db, async (tx) => {
    const current = await lockToken(tx, actor, id)
    const { hash, endsAt } = previousSecret(current, now)
    const overlaps = hash !== null && endsAt > now
    const expires_at =
      current.expires_at === null ? null : now + current.expires_at - current.issued_at

    await tx
      .updateTable('api_tokens')
      .set({
        hint: apiTokenFormat.hint(token),
        token_hash: hashSecret(token),
        previous_hash: overlaps ? hash : null,
        previous_ends_at: overlaps ? endsAt : null,
        issued_at: now,
        expires_at,
        warned_at: null,
      })
      .where('id', '=', id)
      .execute()
    await recordEvent(tx, actor, 'token.rotated', {
      token: id,
      name: current.name,
      expiresAt: toIso(expires_at),
      overlapUntil: overlaps ? toIso(endsAt) : null,
    })
    await scheduleExpiryWarning(tx, context.keys, {
      token: id,
      issuedAt: now,
      expiresAt: expires_at,
      now,
    })
    await sendSecurityNotice(tx, context, actor, tokenRotatedNotice(current.name))
  })
  return { id, token }
}

/** The secret that stays valid after the rotation, and until when. */
function previousSecret(
  current: LockedToken,
  now: number,
): { hash: string | null; endsAt: number } {
  const isDoubleClick = current.previous_ends_at !== null && now - current.issued_at < doubleClickMs
  return isDoubleClick
    ? { hash: current.previous_hash, endsAt: current.previous_ends_at ?? 0 }
    : {
        hash: current.token_hash,
        endsAt: Math.min(now + rotationOverlapMs, current.expires_at ?? Infinity),
      }
}
