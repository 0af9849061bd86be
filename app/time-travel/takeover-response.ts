import type { TakeoverStep } from '#app/pages.ts'
import type { SessionActor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { NotFound } from '#app/platform/errors.ts'

import { accountStateAt } from './account-state-at.ts'
import { type AttackerChanges, attackerChanges } from './attacker-changes.ts'
import { logRange } from './event-rows.ts'
import type { TakeoverResponse } from './pages.ts'
import { type SuspectChanges, suspectChanges } from './suspect-changes.ts'
import { type ReportedEvent, suspectSessions } from './suspect-sessions.ts'

/**
 * The steps to take after a reported event, and which are done. Derived from the account's state, not from clicks.
 *
 * @returns null for an event of the current session
 * @throws NotFound
 */
export async function takeoverResponse(
  db: Db,
  actor: SessionActor,
  seq: number,
): Promise<TakeoverResponse | null> {
  const changes = await findAttackerChanges(db, actor, seq)
  if (!changes) return null
  const steps = takeoverSteps(changes)
  return {
    event: seq,
    steps,
    isDone: steps.every(({ state }) => state === 'done'),
  }
}

/**
 * @param earlier  events that were read before, so that a transaction reads only those since
 * @returns null for an event of the current session
 * @throws NotFound
 */
export async function findAttackerChanges(
  db: Db,
  actor: SessionActor,
  seq: number,
  earlier: SuspectChanges | null = null,
): Promise<AttackerChanges | null> {
  const { userId } = actor
  const event = await findReportedEvent(db, userId, seq)
  // Before the sessions: one that starts in between makes no change that counts as read.
  const { total } = await logRange(db, userId)
  const suspects = await suspectSessions(db, actor, event)
  if (!suspects) return null
  const changes = await suspectChanges(db, userId, suspects, { upTo: total, earlier })
  const now = await accountStateAt(db, userId, { seq: total, at: actor.now })
  return attackerChanges(db, { userId, event, now, at: actor.now, changes }, suspects)
}

async function findReportedEvent(db: Db, userId: string, seq: number): Promise<ReportedEvent> {
  const event = await db
    .selectFrom('events')
    .select(['seq', 'at', 'type', 'data', 'session_id', 'ip', 'user_agent'])
    .where('user_id', '=', userId)
    .where('seq', '=', seq)
    .executeTakeFirst()
  if (!event) throw new NotFound()
  return event
}

function takeoverSteps(changes: AttackerChanges): TakeoverStep[] {
  const { sessions, features, emailChange, knowsPassword } = changes
  const steps: TakeoverStep[] = [toStep('sessions', sessions.length)]
  for (const { takeover, created, active } of features)
    if (created > 0) steps.push(toStep(takeover.step, active.length))
  if (emailChange) {
    const isUnresolved = emailChange.isChanged || emailChange.isPending
    const state = !isUnresolved ? 'done' : emailChange.isRevertPending ? 'waiting' : 'todo'
    steps.push({
      step: 'address',
      state,
      count: isUnresolved ? 1 : 0,
      email: emailChange.originalEmail,
    })
  }
  return [...steps, toStep('password', knowsPassword ? 1 : 0)]
}

function toStep(name: TakeoverStep['step'], count: number): TakeoverStep {
  return { step: name, state: count > 0 ? 'todo' : 'done', count, email: null }
}
