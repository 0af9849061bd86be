import type { AccountEvents, AccountEventType } from '#app/account-events.ts'
import { type Actor, systemActor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { beforeHooks } from '#app/platform/hooks/before-hooks.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'

import { accountBaseline, type BaselineSource } from './account-baseline.ts'
import { type LogHead, lockedHead } from './account-row-lock.ts'
import { appendEvent, type NewEvent } from './append-event.ts'
import { chainLegacyEvents } from './chain-legacy-events.ts'
import { deleteRecovery, endsRecovery } from './delete-open-recovery.ts'
import { endsDeviceTrust, forgetTrustedDevices } from './forget-trusted-devices.ts'
import { hasValidHeadSignature } from './head-signature.ts'
import { eventsPerSnapshot } from './limits.ts'
import { keyringOf } from './signing-keys.ts'

/**
 * Appends an event to the account's log in the transaction of the change itself. Each event contains the hash of the previous
 * one; the lock on the account's row prevents gaps and forks between concurrent writers.
 *
 * @throws NotSignedIn when the acting session has ended, HookRefusal; the caller's transaction rolls back
 */
export async function recordEvent<Type extends AccountEventType>(
  tx: Tx,
  actor: Actor,
  type: Type,
  data: AccountEvents[Type],
): Promise<void> {
  await beforeHooks(tx, actor, type, data)
  const head = await lockedHead(tx, actor.userId)
  const trustedHead = (await hasValidHeadSignature(tx, head))
    ? head
    : await continueBrokenLog(tx, head, actor.now)
  if (endsDeviceTrust(type)) await forgetTrustedDevices(tx, actor.userId)
  const stopsRecovery = endsRecovery(type) && (await deleteRecovery(tx, actor))
  const lastHead = stopsRecovery ? await recordStop(tx, trustedHead, actor) : trustedHead
  const { event_count: seq } = await appendEvent(tx, lastHead, { actor, type, data })
  if (seq % eventsPerSnapshot === 0) await enqueueSnapshot(tx, actor)
}

/** Any other change stops a recovery, so the owner need not find the request first. */
function recordStop(tx: Tx, head: LogHead, actor: Actor): Promise<LogHead> {
  return appendEvent(tx, head, { actor, type: 'recovery.stopped', data: { by: 'change' } })
}

/** Creates the snapshot in a job, so that the change does not wait for it. */
function enqueueSnapshot(tx: Tx, { userId, now }: Actor): Promise<void> {
  const job = { kind: 'snapshots', payload: { userId }, dedupeKey: `snapshots:${userId}`, now }
  return enqueue(tx, keyringOf(tx), job)
}

/**
 * Chains a log from before the hash chain and records `record.began`. Only for the first start of the version with the chain:
 * otherwise, emptying the chain columns would get forged events signed.
 */
export async function adoptLegacyLog(
  tx: Tx,
  userId: string,
  now: number,
  features: readonly BaselineSource[],
): Promise<void> {
  const head = await lockedHead(tx, userId)
  if (head.record_head !== null) return
  const chainedHead = await chainLegacyEvents(tx, userId)
  const data = { events: head.event_count, found: await accountBaseline(tx, userId, features) }
  const actor = systemActor(userId, now)
  await appendEvent(tx, { ...head, ...chainedHead }, { actor, type: 'record.began', data })
}

/** Records `record.broken` on a tampered head: the log continues and shows the break forever. */
function continueBrokenLog(tx: Tx, head: LogHead, now: number): Promise<LogHead> {
  const data = { events: head.event_count }
  const event: NewEvent<'record.broken'> = {
    actor: systemActor(head.id, now),
    type: 'record.broken',
    data,
  }
  return appendEvent(tx, { ...head, recorded_at: null }, event)
}
