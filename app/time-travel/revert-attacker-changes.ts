import type { AccountEvents } from '#app/account-events.ts'
import { requestAddressBack, cancelEmailChange } from '#app/email-change/email-change.ts'
import { features as allFeatures, lockRowsBeforeAccount } from '#app/features.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { SessionActor } from '#app/platform/actor.ts'
import { revokeMailedCodes } from '#app/platform/auth/mailed-codes.ts'
import { revokeTokens } from '#app/platform/auth/one-time-tokens.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { addKnownDevice, forgetDevices } from '#app/platform/sessions/known-devices.ts'
import { endSession } from '#app/platform/sessions/sessions.ts'
import { endPendingSignIns } from '#app/two-factor/two-factor.ts'

import type { AttackerChanges } from './attacker-changes.ts'
import { findAttackerChanges } from './takeover-response.ts'

/**
 * Reverts what the attacker behind a reported event changed. The email address is restored through the usual confirmation
 * mail; the password is left to the owner. Idempotent: a repeated call reverts what is left.
 *
 * @returns whether something of theirs had to stay, as the last way in or the last required second factor
 * @throws NotFound for an unknown event, or one of the current session
 */
export async function revertAttackerChanges(
  context: ActionContext,
  actor: SessionActor,
  seq: number,
): Promise<boolean> {
  // Reading thousands of changes takes long: without a lock, which would keep other changes waiting.
  const before = await findAttackerChanges(context.db, actor, seq)
  if (!before) throw new NotFound()
  const { emailChange, isIncomplete } = await inTransaction(context.db, async (tx) => {
    await lockRowsBeforeAccount(tx, actor.userId)
    await lockAccountRow(tx, actor.userId)
    const changes = await findAttackerChanges(tx, actor, seq, before.read)
    if (!changes) throw new NotFound()
    const isIncomplete = await revertChanges(tx, context, actor, { seq, changes })
    return { ...changes, isIncomplete }
  })
  if (emailChange?.isPending) await cancelEmailChange(context, actor)
  if (emailChange?.isChanged && !emailChange.isRevertPending) {
    await requestAddressBack(context, actor, emailChange.originalEmail)
  }
  return isIncomplete
}

/** Sign-ins that wait, codes and links in mails, and the attacker's browsers among the known ones. */
async function endWaitingAccess(tx: Tx, actor: SessionActor): Promise<void> {
  await endPendingSignIns(tx, actor.userId, actor)
  await revokeMailedCodes(tx, actor.userId)
  await revokeTokens(tx, actor.userId, { only: 'password-reset' })
  await revokeTokens(tx, actor.userId, { only: 'sign-in-unlock' })
  await forgetDevices(tx, actor.userId)
  await addKnownDevice(tx, actor)
}

async function revertChanges(
  tx: Tx,
  context: ActionContext,
  actor: SessionActor,
  { seq, changes }: { seq: number; changes: AttackerChanges },
): Promise<boolean> {
  const { sessions, features } = changes
  for (const session of sessions.toSorted()) {
    await endSession(tx, actor, session, { by: 'other-session', why: 'not-me' })
  }
  await endWaitingAccess(tx, actor)
  // Also a link that undoes what the owner has changed back. A pending change is withdrawn afterwards.
  for (const mailedTo of changes.broughtEmailKeys)
    await revokeTokens(tx, actor.userId, { mailedTo, except: ['email-change'] })
  let isIncomplete = false
  const counts: [string, number][] = []
  for (const { takeover, active } of features) {
    const removed = await takeover.revert(tx, context, actor, { ids: active })
    if (removed < active.length) isIncomplete = true
    if (takeover.counter) counts.push([takeover.counter, removed])
  }
  for (const feature of allFeatures) await feature.revokeGrants?.(tx, context, actor)
  await recordEvent(tx, actor, 'event.disowned', {
    event: seq,
    sessions: sessions.length,
    ...Object.fromEntries(counts),
  } as AccountEvents['event.disowned'])
  return isIncomplete
}
