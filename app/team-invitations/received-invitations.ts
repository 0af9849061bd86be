import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor, SessionActor } from '#app/platform/actor.ts'
import { provedEmailKeys } from '#app/platform/auth/email-owner.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone } from '#app/platform/errors.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { route } from '#app/platform/route.ts'
import { requirementProps, requirementsOf } from '#app/teams/teams.ts'

import { consumeInvitation } from './accept-invitation.ts'
import { recordDecline } from './decline-invitation.ts'
import { joinByInvitation } from './join-by-invitation.ts'
import type { OwnInvitation } from './pages.ts'

/** The open invitations to the proved addresses of an account. */
export async function receivedInvitations(
  { db, config }: { db: Db; config: Config },
  { userId, now }: Pick<Actor, 'userId' | 'now'>,
): Promise<OwnInvitation[]> {
  const rows = await openInvitations(db, { emailKeys: await provedEmailKeys(db, userId), now })
    .select(['requires_second_factor', 'sign_in_ways', 'max_session_hours'])
    .where('invitation.team_id', 'not in', (members) =>
      members.selectFrom('team_members').select('team_id').where('user_id', '=', userId),
    )
    .orderBy('invitation.id')
    .execute()
  return rows.map(({ id, team, inviter, role, expires_at, ...columns }) => ({
    id,
    team,
    inviter,
    role,
    expiresAt: toIso(expires_at),
    href: route('own-team-invitation.accept', { invitation: id }),
    requirements: requirementProps(config, requirementsOf(columns)),
  }))
}

/** Joins without the link: the account has proved the invited address. @returns the team's slug. @throws Gone */
export async function acceptReceivedInvitation(
  context: ActionContext,
  actor: SessionActor,
  id: string,
): Promise<string> {
  return inTransaction(context.db, async (tx) => {
    const invitation = await ownInvitation(tx, actor, id)
    const givenBy = await consumeInvitation(tx, context, { invitation, secret: null })
    await joinByInvitation(tx, context, actor, { ...invitation, givenBy })
    return invitation.slug
  })
}

/** @throws Gone */
export async function declineReceivedInvitation(
  context: ActionContext,
  actor: SessionActor,
  id: string,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const invitation = await ownInvitation(tx, actor, id)
    await consumeInvitation(tx, context, { invitation, secret: null })
    await recordDecline(tx, context, invitation, actor.userId)
  })
}

/** @throws Gone for one to an address of another account, too */
async function ownInvitation(db: Db, { userId, now }: SessionActor, id: string) {
  const emailKeys = await provedEmailKeys(db, userId)
  return openInvitations(db, { emailKeys, now })
    .where('invitation.id', '=', id)
    .executeTakeFirstOrThrow(() => new Gone())
}

function openInvitations(db: Db, { emailKeys, now }: { emailKeys: string[]; now: number }) {
  return db
    .selectFrom('team_invitations as invitation')
    .innerJoin('teams', 'teams.id', 'invitation.team_id')
    .innerJoin('users', 'users.id', 'invitation.user_id')
    .select(['invitation.id', 'invitation.role', 'invitation.email_key', 'expires_at', 'slug'])
    .select(['team_id as teamId', 'teams.name as team', 'users.name as inviter'])
    .where('invitation.email_key', 'in', emailKeys)
    .where('expires_at', '>', now)
    .where('deletes_at', 'is', null)
}
