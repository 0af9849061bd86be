import type { Tx } from '#app/platform/db/connect.ts'
import { type LogActor, recordTeamEvent } from '#app/team-log/team-log.ts'

interface KeptInvitations {
  /** Roles that the member may still give. */
  roles?: readonly string[]
  /** Keeps those that a token sent in the member's name. */
  byTokens?: boolean
}

/** Deletes the open invitations that a member sent, when that member leaves or may not send them any more. */
export async function endInvitationsOfMember(
  tx: Tx,
  log: LogActor,
  userId: string,
  { roles = [], byTokens = false }: KeptInvitations = {},
): Promise<void> {
  const ended = await tx
    .deleteFrom('team_invitations')
    .where('team_id', '=', log.teamId)
    .where('user_id', '=', userId)
    .$if(roles.length > 0, (query) => query.where('role', 'not in', roles))
    .$if(byTokens, (query) => query.where('token_id', 'is', null))
    .returning(['id', 'expires_at'])
    .execute()
  await recordEnds(tx, log, ended)
}

/** Deletes the open invitations that were sent with a token, before it is revoked. */
export async function endInvitationsOfToken(tx: Tx, log: LogActor, tokenId: string): Promise<void> {
  const ended = await tx
    .deleteFrom('team_invitations')
    .where('team_id', '=', log.teamId)
    .where('token_id', '=', tokenId)
    .returning(['id', 'expires_at'])
    .execute()
  await recordEnds(tx, log, ended)
}

/** Deletes the open invitations to these addresses: they would be a way back in, or outlive their account. */
export async function endInvitationsToAddresses(
  tx: Tx,
  log: LogActor,
  emailKeys: readonly string[],
): Promise<void> {
  const ended = await tx
    .deleteFrom('team_invitations')
    .where('team_id', '=', log.teamId)
    .where('email_key', 'in', emailKeys)
    .returning(['id', 'expires_at'])
    .execute()
  await recordEnds(tx, log, ended)
}

async function recordEnds(
  tx: Tx,
  log: LogActor,
  ended: { id: string; expires_at: number }[],
): Promise<void> {
  for (const { id, expires_at } of ended)
    if (expires_at > log.now) await recordTeamEvent(tx, log, 'invitation.ended', { invitation: id })
}
