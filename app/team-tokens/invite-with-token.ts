import { permitsTeamRole, type TeamRole } from '#app/permissions.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor, PerformedBy } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Forbidden, NotSignedIn } from '#app/platform/errors.ts'
import {
  readInvitation,
  revokeTeamInvitation,
  storeInvitation,
} from '#app/team-invitations/team-invitations.ts'
import { actAsOwner, lockTeam } from '#app/teams/teams.ts'

import type { TeamToken } from './find-team-token.ts'

type TokenContext = ActionContext & { db: Tx }

/** @returns the id @throws NotSignedIn, Forbidden for a role that permits more than the token, or ValidationError */
export async function inviteWithToken(
  context: ActionContext,
  token: TeamToken,
  invited: { email: string; role: TeamRole },
): Promise<string> {
  requirePermits(token, invited.role)
  return asToken(context, token, (joined, actor) =>
    storeInvitation(joined, actor, token.teamId, invited),
  )
}

/** @throws NotSignedIn, NotFound, or Forbidden for a role that permits more than the token */
export function revokeInvitationWithToken(
  context: ActionContext,
  token: TeamToken,
  id: string,
): Promise<void> {
  const { teamId } = token
  return asToken(context, token, async (joined, actor) => {
    requirePermits(token, (await readInvitation(joined.db, teamId, id)).role)
    await revokeTeamInvitation(joined, actor, { teamId, id })
  })
}

/**
 * An owner stands in for the token, as for the operator; the logs name the token. It may have been revoked or disabled since the
 * request was let in, so it is looked up again with the team's row locked.
 */
async function asToken<Result>(
  context: ActionContext,
  token: TeamToken,
  change: (context: TokenContext, actor: Actor) => Promise<Result>,
): Promise<Result> {
  const { id, teamId, name } = token
  const performedBy: PerformedBy = { kind: 'team-token', id, name, reason: null }
  return inTransaction(context.db, async (tx) => {
    const joined = { ...context, db: tx }
    await lockTeam(tx, teamId)
    await requireActive(joined, token)
    return actAsOwner(joined, { teamId, performedBy }, (actor) => change(joined, actor))
  })
}

async function requireActive({ db, now }: TokenContext, { id, teamId }: TeamToken): Promise<void> {
  const token = await db
    .selectFrom('team_tokens')
    .leftJoin('users as creator', 'creator.id', 'created_by')
    .select('team_tokens.id')
    .where('team_tokens.id', '=', id)
    .where('team_id', '=', teamId)
    .where('creator.locked_at', 'is', null)
    .where('creator.leaves_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst()
  if (!token) throw new NotSignedIn()
}

function requirePermits({ permissions }: TeamToken, role: string): void {
  if (!permitsTeamRole(permissions, role)) throw new Forbidden()
}
