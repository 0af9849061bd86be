import type { ActionContext } from '#app/platform/action-context.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { countRows } from '#app/platform/db/count-rows.ts'
import { ValidationError } from '#app/platform/errors.ts'

import { countMembers, type Membership } from './membership.ts'

type SeatContext = Pick<ActionContext, 'config' | 'now'>

export function seatLimitOf(
  { config }: Pick<SeatContext, 'config'>,
  seatLimit: number | null,
): number {
  return seatLimit ?? config.teams?.seats ?? 0
}

/** @throws ValidationError */
export async function requireFreeSeat(
  context: SeatContext,
  db: Db,
  team: Pick<Membership, 'id' | 'seat_limit'>,
  { withInvitations }: { withInvitations: boolean },
): Promise<void> {
  const members = await countMembers(db, team.id)
  const invited = withInvitations ? await countOpenInvitations(db, team.id, context.now) : 0
  if (members + invited < seatLimitOf(context, team.seat_limit)) return
  throw new ValidationError({ form: 'The team has no free seat.' })
}

/** The number of invitations that can still be accepted. */
export async function countOpenInvitations(db: Db, teamId: string, now: number): Promise<number> {
  return countRows(
    db.selectFrom('team_invitations').where('team_id', '=', teamId).where('expires_at', '>', now),
  )
}
