import { permissionsOfTeamRole, grantableTokenPermissions } from '#app/permissions.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { parseTextList } from '#app/platform/lib/parse-text-list.ts'
import type { TokenEnd } from '#app/team-log/events.ts'
import { type LogActor, recordTeamEvent } from '#app/team-log/team-log.ts'

import { endInvitationsOfToken } from './end-invitations.ts'

/**
 * Revokes a token, and the open invitations that were sent with it: they would be another way in.
 *
 * @returns its name; null when the team has no such token
 */
export async function endTeamToken(
  tx: Tx,
  log: LogActor,
  id: string,
  why?: TokenEnd,
): Promise<string | null> {
  await endInvitationsOfToken(tx, log, id)
  const ended = await tx
    .deleteFrom('team_tokens')
    .where('id', '=', id)
    .where('team_id', '=', log.teamId)
    .returning('name')
    .executeTakeFirst()
  if (!ended) return null
  const { name } = ended
  await recordTeamEvent(tx, log, 'token.revoked', { token: id, name, ...(why && { why }) })
  return name
}

/**
 * Revokes the tokens that a member created in a team.
 *
 * @param role  the new one, which keeps the tokens that it permits to create
 * @returns those revoked
 */
export async function endTokensOfMember(
  tx: Tx,
  log: LogActor,
  { userId, why, role = '' }: { userId: string; why: TokenEnd; role?: string },
): Promise<{ id: string; name: string }[]> {
  const mayManage = permissionsOfTeamRole(role).includes('tokens.manage')
  const kept: readonly string[] = mayManage ? grantableTokenPermissions(role) : []
  const tokens = await tx
    .selectFrom('team_tokens')
    .select(['id', 'name', 'permissions'])
    .where('team_id', '=', log.teamId)
    .where('created_by', '=', userId)
    .orderBy('id')
    .execute()
  const ended = tokens.filter(({ permissions }) => {
    const granted: string[] = parseTextList(permissions, [])
    return !mayManage || !granted.every((permission) => kept.includes(permission))
  })
  for (const { id } of ended) await endTeamToken(tx, log, id, why)
  return ended
}
