import type { Actor } from '#app/platform/actor.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { teamLogActor } from '#app/team-log/team-log.ts'
import { endInvitationsOfToken, endTokensOfMember, lockTeam } from '#app/teams/teams.ts'

/** The tokens that an account created, in every team. */
export const teamTokensOfAccount = (db: Db, userId: string) =>
  db.selectFrom('team_tokens').select('id').where('created_by', '=', userId)

/**
 * Revokes the tokens that an account created in every team: a thief of the account may have them. The caller has called
 * `lockRowsBeforeAccount`.
 *
 * @returns how many
 */
export async function endTokensOfSecuredAccount(tx: Tx, actor: Actor): Promise<number> {
  const { userId } = actor
  const teams = await tx
    .selectFrom('teams')
    .select(['id', 'name'])
    .where('id', 'in', teamTokensOfAccount(tx, userId).clearSelect().select('team_id'))
    .orderBy('id')
    .execute()
  let revoked = 0
  for (const { id: team, name } of teams) {
    await lockTeam(tx, team)
    const log = teamLogActor(team, actor)
    const ended = await endTokensOfMember(tx, log, { userId, why: 'creator-secured' })
    for (const token of ended)
      await recordEvent(tx, actor, 'team.token-revoked', { team, name, token: token.name })
    revoked += ended.length
  }
  return revoked
}

/** Ends the open invitations that were sent with these tokens: while the account is locked its tokens are disabled. */
export async function endInvitationsOfTokens(tx: Tx, actor: Actor): Promise<void> {
  const tokens = await teamTokensOfAccount(tx, actor.userId)
    .select('team_id')
    .orderBy('team_id')
    .orderBy('id')
    .execute()
  for (const { id, team_id } of tokens) {
    await lockTeam(tx, team_id)
    await endInvitationsOfToken(tx, { ...teamLogActor(team_id, actor), by: null }, id)
  }
}
