import type { Account } from '#app/platform/account.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { day, minute } from '#app/platform/durations.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { moment } from '#app/platform/moment.ts'
import type { Means } from '#app/platform/post.ts'
import { record } from '#app/platform/record.ts'
import { hashSecret } from '#app/platform/secrets.ts'
import { newTokenText, tokenHint } from '#app/platform/token-text.ts'

import { type HeldToken, heldToken } from './held-token.ts'
import { tokenRotatedNotice } from './notices.mail.ts'
import { scheduleWarning } from './token-expiry.job.ts'

const overlapMs = day
const oneClickMs = minute

/**
 * Gives a token a new text, with another life as long as the one it had. The old text works for a day more, but never
 * longer than it would have; the one from a rotation before that ends now. Asked twice in a minute, as by two clicks, it
 * is the text from between that ends: no program has it yet, and those that run have the one from before.
 *
 * @throws NotFound
 */
export async function rotateToken(
  means: Means,
  account: Account,
  id: string,
): Promise<{ id: string; token: string }> {
  const { now } = account
  const token = newTokenText()

  await inTransaction(means.db, async (tx) => {
    const held = await heldToken(tx, account, id)
    const { hash, endsAt } = textBefore(held, now)
    const overlaps = hash !== null && endsAt > now
    const expires_at = held.expires_at === null ? null : now + held.expires_at - held.issued_at

    await tx
      .updateTable('api_tokens')
      .set({
        hint: tokenHint(token),
        token_hash: hashSecret(token),
        previous_hash: overlaps ? hash : null,
        previous_ends_at: overlaps ? endsAt : null,
        issued_at: now,
        expires_at,
        warned_at: null,
      })
      .where('id', '=', id)
      .execute()
    await record(tx, account, 'token.rotated', {
      token: id,
      name: held.name,
      expiresAt: moment(expires_at),
      overlapUntil: overlaps ? moment(endsAt) : null,
    })
    await scheduleWarning(tx, means.keys, { token: id, issuedAt: now, expiresAt: expires_at, now })
    await sendSecurityNotice(tx, means, account, tokenRotatedNotice(held.name))
  })
  return { id, token }
}

/** What goes on working for a while, and until when. */
function textBefore(held: HeldToken, now: number): { hash: string | null; endsAt: number } {
  const isSecondClick = held.previous_ends_at !== null && now - held.issued_at < oneClickMs
  return isSecondClick
    ? { hash: held.previous_hash, endsAt: held.previous_ends_at ?? 0 }
    : { hash: held.token_hash, endsAt: Math.min(now + overlapMs, held.expires_at ?? Infinity) }
}
