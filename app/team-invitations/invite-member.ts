import { z } from 'zod'

import { teamRoleNames } from '#app/permissions.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { hashSecret, newSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { maySendMail } from '#app/platform/mail/mail-rate-limits.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'
import { newEmail } from '#app/platform/validation/form-fields.ts'
import { recordTeamEvent, teamLogActor } from '#app/team-log/team-log.ts'
import { lockTeamFor, requireFreeSeat } from '#app/teams/teams.ts'

import {
  readInvitation,
  requireAssignableRole,
  requireTeamNotDeleted,
  requireNotMember,
  requireNotInvited,
} from './invitation-checks.ts'
import { teamInvitationLifetimeMs } from './limits.ts'
import { mailInvitation } from './mail-invitation.ts'

export const InvitationForm = z.object({
  email: newEmail,
  role: z.enum(teamRoleNames, 'Choose one of the roles.'),
})

type NewInvitation = z.output<typeof InvitationForm>

const permission = 'members.invite'

/** @throws Forbidden for a role that the acting member may not give, or ValidationError */
export async function inviteMember(
  context: ActionContext,
  actor: Actor,
  teamId: string,
  invited: NewInvitation,
): Promise<void> {
  const mayMail = await mayMailInvitation(context, invited)
  await inTransaction(context.db, (tx) =>
    storeInvitation({ ...context, db: tx }, actor, teamId, { ...invited, mayMail }),
  )
}

/**
 * Counts the mail of an invitation, before the transaction, which a slow rate limiter would hold open. Whether others have written to
 * this address is nobody's business: without a mail, the answer is the same.
 */
export function mayMailInvitation(
  { limits }: Pick<ActionContext, 'limits'>,
  { email }: { email: string },
): Promise<boolean> {
  return maySendMail(limits, { to: email, userId: null })
}

/** @returns the id @throws Forbidden for a role that the acting member may not give, or ValidationError */
export async function storeInvitation(
  context: ActionContext & { db: Tx },
  actor: Actor,
  teamId: string,
  { email, role, mayMail }: NewInvitation & { mayMail: boolean },
): Promise<string> {
  const { db: tx, now } = context
  const team = await lockTeamFor(tx, actor, teamId, permission)
  requireAssignableRole(team, role)
  requireTeamNotDeleted(team)
  const key = emailKey(email)
  await requireNotMember(tx, team, { key, field: 'email' })
  await requireNotInvited(tx, team, { key, now })
  await requireFreeSeat(context, tx, team, { withInvitations: true })
  const link = { id: newId(), secret: newSecret() }
  const expires_at = now + teamInvitationLifetimeMs
  await tx
    .insertInto('team_invitations')
    .values({
      id: link.id,
      team_id: teamId,
      email,
      email_key: key,
      role,
      token_hash: hashSecret(link.secret),
      user_id: actor.userId,
      token_id: actor.performedBy?.kind === 'team-token' ? actor.performedBy.id : null,
      created_at: now,
      expires_at,
    })
    .execute()
  const log = teamLogActor(teamId, actor)
  const sent = { invitation: link.id, role, endsAt: toIso(expires_at) }
  await recordTeamEvent(tx, log, 'invitation.sent', sent)
  await recordEvent(tx, actor, 'team.member-invited', { team: teamId, name: team.name, role })
  if (mayMail) await mailInvitation(tx, context, { team, inviter: actor, email, link })
  return link.id
}

/**
 * Mails a new link; the one before stops working.
 *
 * @throws NotFound, Forbidden, or ValidationError where the address could not be invited again
 */
export async function sendInvitationAgain(
  context: ActionContext,
  actor: Actor,
  { teamId, id }: { teamId: string; id: string },
): Promise<void> {
  const { db, now } = context
  const { email } = await readInvitation(db, teamId, id)
  // Without another mail, the link in the last one must stay valid.
  if (!(await mayMailInvitation(context, { email }))) return
  await inTransaction(db, async (tx) => {
    const team = await lockTeamFor(tx, actor, teamId, permission)
    const invitation = await readInvitation(tx, teamId, id)
    requireAssignableRole(team, invitation.role)
    requireTeamNotDeleted(team)
    await requireNotMember(tx, team, { key: emailKey(email), field: 'form' })
    // An open one has its seat.
    if (invitation.expires_at <= now)
      await requireFreeSeat(context, tx, team, { withInvitations: true })
    const link = { id, secret: newSecret() }
    const expires_at = now + teamInvitationLifetimeMs
    await tx
      .updateTable('team_invitations')
      .set({
        token_hash: hashSecret(link.secret),
        user_id: actor.userId,
        token_id: null,
        expires_at,
      })
      .where('id', '=', id)
      .where('team_id', '=', teamId)
      .execute()
    const log = teamLogActor(teamId, actor)
    await recordTeamEvent(tx, log, 'invitation.sent-again', {
      invitation: id,
      endsAt: toIso(expires_at),
    })
    const event = { team: teamId, name: team.name }
    await recordEvent(tx, actor, 'team.invitation-sent-again', event)
    await mailInvitation(tx, context, { team, inviter: actor, email, link })
  })
}

/** @throws NotFound, or Forbidden for a role that the acting member may not give */
export async function revokeInvitation(
  { db }: Pick<ActionContext, 'db'>,
  actor: Actor,
  { teamId, id }: { teamId: string; id: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const team = await lockTeamFor(tx, actor, teamId, permission)
    const { role } = await readInvitation(tx, teamId, id)
    requireAssignableRole(team, role)
    await tx
      .deleteFrom('team_invitations')
      .where('id', '=', id)
      .where('team_id', '=', teamId)
      .execute()
    const log = teamLogActor(teamId, actor)
    await recordTeamEvent(tx, log, 'invitation.revoked', { invitation: id })
    const event = { team: teamId, name: team.name }
    await recordEvent(tx, actor, 'team.invitation-revoked', event)
  })
}
