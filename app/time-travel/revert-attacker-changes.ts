import type { AccountEvents } from '#app/account-events.ts'
import { requestEmailChange, cancelEmailChange } from '#app/email-change/email-change.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { SessionActor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { endSession } from '#app/platform/sessions/sessions.ts'

import type { AttackerChanges } from './attacker-changes.ts'
import { findAttackerChanges } from './takeover-response.ts'

/**
 * Reverts what the attacker behind a reported event changed. The email address is restored through the usual confirmation
 * mail; the password is left to the owner. Idempotent: a repeated call reverts what is left.
 *
 * @throws NotFound for an unknown event, or one of the current session
 */
export async function revertAttackerChanges(
  context: ActionContext,
  actor: SessionActor,
  seq: number,
): Promise<void> {
  const reverted = await inTransaction(context.db, async (tx) => {
    await lockAccountRow(tx, actor.userId)
    const changes = await findAttackerChanges(tx, actor, seq)
    if (!changes) throw new NotFound()
    await revertChanges(tx, actor, { seq, changes })
    return changes
  })
  const { emailChange } = reverted
  if (emailChange?.isPending) await cancelEmailChange(context, actor)
  if (emailChange?.isChanged && !emailChange.isRevertPending) {
    await requestEmailChange(context, actor, emailChange.originalEmail)
  }
}

async function revertChanges(
  tx: Tx,
  actor: SessionActor,
  { seq, changes }: { seq: number; changes: AttackerChanges },
): Promise<void> {
  const { sessions, features } = changes
  for (const session of sessions.toSorted()) {
    await endSession(tx, actor, session, { by: 'other-session', why: 'not-me' })
  }
  for (const { takeover, active } of features) await takeover.revert(tx, actor, active)
  await recordEvent(tx, actor, 'event.disowned', {
    event: seq,
    sessions: sessions.length,
    ...Object.fromEntries(
      features.flatMap(({ takeover: { counter }, active }) =>
        counter ? [[counter, active.length]] : [],
      ),
    ),
  } as AccountEvents['event.disowned'])
}
