import type { AccountEventType } from '#app/account-events.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { countRows } from '#app/platform/db/count-rows.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { createYielder } from '#app/platform/lib/yield-to-event-loop.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { inBatches } from '#app/platform/maintenance/in-batches.ts'

import { firstUnansweredNotice, unansweredNoticeInterval, unansweredWindowMs } from './limits.ts'
import { passwordKnownNotice } from './notices.mail.ts'
import type { NewPendingSignIn } from './pending-sign-in.ts'

/** Records the expired challenges of all accounts: somebody passed the first factor, and not the second. */
export async function expireChallenges(db: Db, now: number): Promise<void> {
  const yieldIfBusy = createYielder()
  await inBatches(async (limit) => {
    const expired = await db
      .selectFrom('two_factor_challenges')
      .select('user_id')
      .where('expires_at', '<=', now)
      .orderBy('expires_at')
      .limit(limit)
      .execute()
    for (const userId of new Set(expired.map(({ user_id }) => user_id))) {
      await inTransaction(db, (tx) => endPendingSignIns(tx, userId, { now, expiredAt: now }))
      await yieldIfBusy()
    }
    return expired.length
  })
}

/**
 * Deletes the account's open challenges and records them, those of one client as one event.
 *
 * @param expiredAt  spares challenges that expire later
 */
export async function endPendingSignIns(
  tx: Tx,
  userId: string,
  { now, expiredAt }: { now: number; expiredAt?: number },
): Promise<void> {
  await lockAccountRow(tx, userId)
  let query = tx
    .deleteFrom('two_factor_challenges')
    .where('user_id', '=', userId)
    .returning(['kind', 'ip', 'user_agent', 'country', 'known_device', 'created_at'])
  if (expiredAt !== undefined) query = query.where('expires_at', '<=', expiredAt)
  const rows = await query.execute()
  const byClient = Map.groupBy(rows, ({ kind, ip, user_agent, country, known_device }) =>
    JSON.stringify([kind, ip, user_agent, country, known_device]),
  )
  for (const challenges of byClient.values()) {
    const [first] = challenges
    if (!first) continue
    const { kind, ip, user_agent: userAgent, country, known_device } = first
    const lastAt = toIso(Math.max(...challenges.map(({ created_at }) => created_at)))
    const isKnownDevice = known_device !== 0
    const data = { count: challenges.length, isKnownDevice, lastAt, awaited: kind }
    const actor = { userId, sessionId: null, ip, userAgent, country, now }
    await recordEvent(tx, actor, 'sign-in.stopped', data)
  }
}

type PasswordAttempt = Omit<NewPendingSignIn, 'by'> & { password_hash: string }

/** Mails the owner when the password was right on unknown devices several times, and no second factor followed. */
export async function notifyOfUnansweredChallenges(
  tx: Tx,
  context: ActionContext,
  attempt: PasswordAttempt,
): Promise<void> {
  const count = (await openChallenges(tx, attempt)) + (await recordedChallenges(tx, attempt))
  if (count !== firstUnansweredNotice && count % unansweredNoticeInterval !== 0) return
  const actor = { ...attempt, sessionId: null }
  await sendSecurityNotice(tx, context, actor, passwordKnownNotice(count))
}

async function openChallenges(tx: Tx, { userId, password_hash }: PasswordAttempt): Promise<number> {
  return countRows(
    tx
      .selectFrom('two_factor_challenges')
      .where('user_id', '=', userId)
      .where('password_digest', '=', hashSecret(password_hash))
      .where('known_device', '=', 0)
      .where('kind', '=', 'second-factor'),
  )
}

const passwordChangeTypes: AccountEventType[] = [
  'password.changed',
  'password.removed',
  'password.reset',
  'not-me.reported',
  'access.removed',
]

/** Challenges on unknown devices since the password was set. */
async function recordedChallenges(tx: Tx, { userId, now }: PasswordAttempt): Promise<number> {
  const { seq } = await tx
    .selectFrom('events')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .where('user_id', '=', userId)
    .where('type', 'in', passwordChangeTypes)
    .executeTakeFirstOrThrow()
  const stopped = await tx
    .selectFrom('events')
    .select('data')
    .where('user_id', '=', userId)
    .where('type', '=', 'sign-in.stopped')
    .where('seq', '>', seq ?? 0)
    .where('at', '>', now - unansweredWindowMs)
    .execute()
  const counts = stopped.map(({ data }) => {
    const { count, isKnownDevice, awaited } = JSON.parse(data)
    return isKnownDevice || awaited === 'new-device' ? 0 : Number(count)
  })
  return counts.reduce((sum, count) => sum + count, 0)
}
