import type { AccountState, EventPage } from '#app/pages.ts'
import type { Account } from '#app/platform/account.ts'
import type { Db } from '#app/platform/db/connect.ts'

import { askedMoment } from './asked-moment.ts'
import { refuseForeign } from './devices.ts'
import { eventPage, type Wanted } from './event-page.ts'
import { stateOf } from './state.ts'
import { wholeRecord } from './whole-record.ts'

export { cursorOf } from './event-page.ts'
export { eventKinds, typesNamed } from './kinds.ts'
export { newestEvents } from './newest-events.ts'
export { rebuildSnapshots } from './rebuild.ts'
export { snapshotsJob } from './snapshots.job.ts'

/**
 * The account as it was.
 *
 * @param wanted  ISO 8601; before the account existed it is its first moment, later than now it is now
 * @returns with the moment it is of, in Unix milliseconds
 */
export async function accountAt(
  db: Db,
  { userId, now }: Pick<Account, 'userId' | 'now'>,
  wanted: string,
): Promise<{ at: number; state: AccountState }> {
  const place = await askedMoment(db, { userId, now, zone: 'UTC' }, { at: wanted })
  return { at: place.at, state: await stateOf(db, userId, place) }
}

/**
 * What happened to the account, a part at a time.
 *
 * @param cursor  null begins with the newest event
 * @throws NotFound when the account never had the session
 */
export async function history(
  db: Db,
  account: Account,
  { cursor, ...wanted }: Omit<Wanted, 'total' | 'cursor'> & { cursor: Wanted['cursor'] | null },
): Promise<EventPage> {
  if (wanted.device !== null) await refuseForeign(db, account.userId, wanted.device)
  const { total } = await wholeRecord(db, account.userId)
  const from = cursor ?? { way: 'older', than: total + 1 }
  return eventPage(db, account, { ...wanted, cursor: from, total })
}
