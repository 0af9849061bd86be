import type { AccountEvents, AccountEventType } from '#app/account-events.ts'
import type { Actor, PerformedBy } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { NotSignedIn } from '#app/platform/errors.ts'
import { enqueueAfterHooks } from '#app/platform/hooks/after-hooks.ts'
import { accountMessage } from '#app/platform/realtime/account-message.ts'
import { broadcastRow } from '#app/platform/realtime/broadcast.ts'
import { enqueueWebhookEvent } from '#app/platform/webhooks/enqueue-webhook-event.ts'
import { webhookByEvent } from '#app/webhook-events.ts'

import { type LogHead, cacheHead } from './account-row-lock.ts'
import { auditLine } from './audit-line.ts'
import { auditedService, enqueueAuditLine } from './audit-stream.ts'
import { clientDataCommitment, newClientDataSalt } from './hash-chain.ts'
import { nextEvent } from './next-event.ts'
import { persistEvent } from './persist-event.ts'
import { currentSigningKey, keyringOf } from './signing-keys.ts'

export interface NewEvent<Type extends AccountEventType> {
  actor: Actor
  type: Type
  data: AccountEvents[Type]
}

/** The log of a member outlives the accounts of the others, so it has only their ids. */
function storedPerformer({ name, ...performedBy }: PerformedBy): Partial<PerformedBy> {
  return performedBy.kind === 'team-member' ? performedBy : { name, ...performedBy }
}

/**
 * Appends an event to a trusted log head and broadcasts it on the account's channel.
 *
 * @throws NotSignedIn when the acting session has ended
 */
export async function appendEvent<Type extends AccountEventType>(
  tx: Tx,
  head: LogHead,
  { actor, type, data: ownData }: NewEvent<Type>,
): Promise<LogHead> {
  const { userId, sessionId: session, ip, userAgent, country = null, performedBy } = actor
  const data = performedBy ? { ...ownData, performedBy: storedPerformer(performedBy) } : ownData
  const hasClient = ip !== null || userAgent !== null || country !== null
  const salt = hasClient ? newClientDataSalt() : null
  const origin = salt && clientDataCommitment({ ip, userAgent, country }, salt)
  const signedHead = {
    logId: userId,
    seq: head.event_count,
    hash: head.record_head ?? '',
    at: head.recorded_at ?? 0,
    originsErasedThrough: head.origins_erased_through,
  }
  const event = { type, data, session, origin, now: actor.now }
  const next = nextEvent(currentSigningKey(tx), signedHead, event)
  const { seq, at } = next.row
  const row = {
    user_id: userId,
    ...next.row,
    session_id: session,
    ip,
    user_agent: userAgent,
    country,
    origin_salt: salt,
    origin_commitment: origin,
  }
  const update = {
    head_signature: next.headSignature,
    // Ending a session also locks the account's row: it has happened before this event, or waits for this transaction.
    required_session: type === 'session.ended' ? null : session,
  }
  const message = accountMessage({ ...actor, now: at }, { type, sequence: seq, data })
  const newHead = await persistEvent(tx, row, update, broadcastRow(message, actor.now))
  if (!newHead) throw new NotSignedIn()
  cacheHead(tx, newHead)
  const service = auditedService(tx)
  if (service !== undefined)
    await enqueueAuditLine(tx, auditLine({ service, actor, type, data, seq, at }))
  await enqueueAfterHooks(tx, keyringOf(tx), { ...actor, now: at }, { type, data })
  const report = newHead.has_webhooks ? webhookByEvent[type] : null
  if (report) {
    const reported = { type: report.type, userId, data: report.data(data) }
    await enqueueWebhookEvent(tx, keyringOf(tx), reported, at)
  }
  return newHead
}
