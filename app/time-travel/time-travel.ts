import type { AccountState } from '#app/account-events.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { accountLogTimes } from '#app/platform/event-log/log-times.ts'

import { accountStateAt } from './account-state-at.ts'
import { eventPage, type EventPageQuery } from './event-page.ts'
import { logRange } from './event-rows.ts'
import type { EventPage } from './pages.ts'
import { resolveMoment } from './resolve-moment.ts'
import { requireOwnSession } from './session-devices.ts'

export { activityHistogram } from './activity-histogram.ts'
export { adjacentEvents } from './adjacent-events.ts'
export { type MomentMessages, type ResolvedMoment, resolveMoment } from './resolve-moment.ts'
export { parseCursor, recentEvents } from './event-page.ts'
export { eventTypesMatching } from './event-kinds.ts'
export { rebuildSnapshots } from './create-snapshots.ts'
export { snapshotsJob } from './snapshots.job.ts'

/**
 * The account's state at a past time.
 *
 * @param requested  ISO 8601; clamped between the account's creation and now
 * @returns the state and its resolved time in Unix milliseconds
 */
export async function accountAt(
  db: Db,
  { userId, now }: Pick<Actor, 'userId' | 'now'>,
  requested: string,
): Promise<{ at: number; state: AccountState }> {
  const resolved = await resolveMoment(
    accountLogTimes(db, userId),
    { now, zone: 'UTC' },
    { at: requested },
  )
  return { at: resolved.at, state: await accountStateAt(db, userId, resolved) }
}

/**
 * A page of the account's events.
 *
 * @param cursor  null starts at the newest event
 * @throws NotFound when the account never had the session
 */
export async function eventHistory(
  db: Db,
  actor: Actor,
  {
    cursor,
    ...query
  }: Omit<EventPageQuery, 'total' | 'cursor'> & { cursor: EventPageQuery['cursor'] | null },
): Promise<EventPage> {
  if (query.device !== null) await requireOwnSession(db, actor.userId, query.device)
  const { total } = await logRange(db, actor.userId)
  const from = cursor ?? { direction: 'older', seq: total + 1 }
  return eventPage(db, actor, { ...query, cursor: from, total })
}
