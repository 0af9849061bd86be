import type { AccountEvents } from '#app/account-events.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor, RequestOrigin } from '#app/platform/actor.ts'
import { formatLink, issueToken } from '#app/platform/auth/one-time-tokens.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { hour } from '#app/platform/lib/durations.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'

import type { Recovery } from './account-recovery.ts'
import { recoveryOpenMs } from './limits.ts'
import { recoveryRequestedNotice } from './notices.mail.ts'

interface Requested {
  userId: string
  browserSecret: string
  factor: AccountEvents['recovery.requested']['factor']
  /** Recovery codes left. */
  left: number
}

/**
 * Stores a recovery, records it, and notifies every address of the account. A repeated request moves the recovery to this
 * browser. The waiting time continues; if it was over, it restarts, so no browser skips it. The caller has locked the account's row.
 */
export async function storeRecovery(
  tx: Tx,
  context: ActionContext,
  origin: RequestOrigin,
  { userId, browserSecret, factor, left }: Requested,
): Promise<{ expiresAt: number }> {
  const actor = { ...origin, userId, sessionId: null }
  const recovery = await moveRecovery(tx, actor, browserSecret, context.config.recoveryWaitHours)
  await recordEvent(tx, actor, 'recovery-code.used', { left })
  const readyAt = toIso(recovery.readyAt)
  await recordEvent(tx, actor, 'recovery.requested', { factor, readyAt })
  const stopPath = await issueStopLink(tx, context, recovery)
  const hours = Math.ceil((recovery.readyAt - actor.now) / hour)
  const notice = recoveryRequestedNotice({ hours, stopPath })
  await sendSecurityNotice(tx, context, actor, notice)
  return { expiresAt: recovery.expiresAt }
}

async function moveRecovery(
  tx: Tx,
  { userId, now }: Actor,
  browserSecret: string,
  waitHours: number,
): Promise<Recovery> {
  const earlier = await tx
    .deleteFrom('account_recoveries')
    .where('user_id', '=', userId)
    .returning(['id', 'created_at', 'ready_at', 'expires_at'])
    .executeTakeFirst()
  const readyAt = now + waitHours * hour
  // Keeping the id keeps the stop links in earlier mails valid.
  const id = earlier && earlier.expires_at > now ? earlier.id : newId()
  const row =
    earlier && earlier.ready_at > now
      ? earlier
      : { id, created_at: now, ready_at: readyAt, expires_at: readyAt + recoveryOpenMs }
  await tx
    .insertInto('account_recoveries')
    .values({ ...row, user_id: userId, browser_hash: hashSecret(browserSecret) })
    .execute()
  return { id: row.id, userId, readyAt: row.ready_at, expiresAt: row.expires_at }
}

/** @returns its path; earlier links of the same recovery stay valid */
async function issueStopLink(
  tx: Tx,
  { keys, now }: ActionContext,
  { id, userId, expiresAt }: Recovery,
): Promise<string> {
  const { email_key } = await tx
    .selectFrom('users')
    .select('email_key')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const link = await issueToken(tx, keys, {
    purpose: 'recovery-stop',
    userId,
    emailKey: email_key,
    payload: id,
    ttlMs: expiresAt - now,
    now,
  })
  return route('account-recovery.stop', { token: formatLink(link) })
}
