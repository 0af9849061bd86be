import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { teamLogActor } from '#app/team-log/team-log.ts'
import { endTokensOfMember, lockTeam } from '#app/teams/teams.ts'

/** Revokes the tokens that an account created in every team: a thief of the account may have them. */
export async function endTokensOfSecuredAccount(tx: Tx, actor: Actor): Promise<void> {
  const { userId } = actor
  const teams = await tx
    .selectFrom('teams')
    .select(['id', 'name'])
    .where('id', 'in', (eb) =>
      eb.selectFrom('team_tokens').select('team_id').where('created_by', '=', userId),
    )
    .orderBy('id')
    .execute()
  for (const { id: team, name } of teams) {
    await lockTeam(tx, team)
    const log = teamLogActor(team, actor)
    const ended = await endTokensOfMember(tx, log, { userId, why: 'creator-secured' })
    for (const token of ended)
      await recordEvent(tx, actor, 'team.token-revoked', { team, name, token: token.name })
  }
}
