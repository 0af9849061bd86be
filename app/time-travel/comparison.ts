import type { AccountState } from '#app/account-events.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { accountLogTimes } from '#app/platform/event-log/log-times.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { accountStateAt } from './account-state-at.ts'
import type { ComparedMoment } from './pages.ts'
import { type ResolvedMoment, resolveMoment } from './resolve-moment.ts'

export interface ComparedState {
  moment: ResolvedMoment
  state: AccountState
}

/** The other moment of a comparison with its state; null compares with now. @param requested  `?with=` */
export async function comparedMoment(
  db: Db,
  reader: { userId: string; now: number; zone: string },
  requested: string | undefined,
): Promise<ComparedState | null> {
  if (requested === undefined) return null
  const moment = await resolveMoment(accountLogTimes(db, reader.userId), reader, { at: requested })
  if (moment.isNow) return null
  return { moment, state: await accountStateAt(db, reader.userId, moment) }
}

export function comparedProp(
  { moment, state }: ComparedState,
  photoUrl: string | null,
): ComparedMoment {
  return { at: toIso(moment.at), seq: moment.seq, state, photoUrl }
}
