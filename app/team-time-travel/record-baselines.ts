import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { batches } from '#app/platform/lib/batches.ts'
import { recordTeamEvent } from '#app/team-log/team-log.ts'
import { lockTeam } from '#app/teams/teams.ts'

import { storedTeamState } from './team-state.ts'

/** Records the state of each team that is older than Time Travel of teams: its log did not have every change. */
export async function recordBaselines(db: Db, now: number): Promise<void> {
  const teams = db.selectFrom('teams').select('id').orderBy('id').limit(200)
  for await (const rows of batches(teams, ({ id }) => teams.where('id', '>', id)))
    for (const { id } of rows) await inTransaction(db, (tx) => recordBaseline(tx, id, now))
}

async function recordBaseline(tx: Tx, teamId: string, now: number): Promise<void> {
  if (!(await lockTeam(tx, teamId))) return
  const recorded = await tx
    .selectFrom('team_events')
    .select('seq')
    .where('team_id', '=', teamId)
    .where('type', '=', 'log.baseline')
    .executeTakeFirst()
  if (recorded) return
  const found = await storedTeamState(tx, teamId)
  await recordTeamEvent(tx, { teamId, by: null, now }, 'log.baseline', { found })
}
