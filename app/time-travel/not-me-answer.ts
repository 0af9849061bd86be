import type { NotMeAnswer, NotMeStep } from '#app/pages.ts'
import type { SessionAccount } from '#app/platform/account.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { NotFound } from '#app/platform/errors.ts'

import { type LeftBehind, leftBehind } from './left-behind.ts'
import { stateOf } from './state.ts'
import { type Disowned, suspects } from './suspects.ts'
import { wholeRecord } from './whole-record.ts'

/**
 * What is to do about an event that was not its owner, and what of it is done: told by what there is, not by what was
 * clicked.
 *
 * @returns null for an event of the session that asks
 * @throws NotFound
 */
export async function notMeAnswer(
  db: Db,
  account: SessionAccount,
  seq: number,
): Promise<NotMeAnswer | null> {
  const found = await foundBehind(db, account, seq)
  if (!found) return null
  const steps = stepsOf(found)
  return {
    event: seq,
    steps,
    isDone: steps.every(({ state }) => state === 'done'),
  }
}

export async function foundBehind(
  db: Db,
  account: SessionAccount,
  seq: number,
): Promise<LeftBehind | null> {
  const { userId } = account
  const event = await disowned(db, userId, seq)
  const who = await suspects(db, account, event)
  if (!who) return null
  const { total } = await wholeRecord(db, userId)
  const now = await stateOf(db, userId, { seq: total, at: account.now })
  return leftBehind(db, { userId, event, now }, who)
}

async function disowned(db: Db, userId: string, seq: number): Promise<Disowned> {
  const event = await db
    .selectFrom('events')
    .select(['seq', 'at', 'type', 'data', 'session_id', 'ip', 'user_agent'])
    .where('user_id', '=', userId)
    .where('seq', '=', seq)
    .executeTakeFirst()
  if (!event) throw new NotFound()
  return event
}

function stepsOf(found: LeftBehind): NotMeStep[] {
  const { sessions, tokens, passkeys, secondFactor, address, knowPassword } = found
  const steps: NotMeStep[] = [step('sessions', sessions.length)]
  if (tokens.made > 0) steps.push(step('tokens', tokens.alive.length))
  if (passkeys.made > 0) steps.push(step('passkeys', passkeys.alive.length))
  if (secondFactor.made) steps.push(step('two-factor', secondFactor.isOn ? 1 : 0))
  if (address) {
    const isOpen = address.isMoved || address.isPending
    const state = !isOpen ? 'done' : address.isOnItsWay ? 'waiting' : 'todo'
    steps.push({ step: 'address', state, count: isOpen ? 1 : 0, email: address.before })
  }
  return [...steps, step('password', knowPassword ? 1 : 0)]
}

function step(name: NotMeStep['step'], count: number): NotMeStep {
  return { step: name, state: count > 0 ? 'todo' : 'done', count, email: null }
}
