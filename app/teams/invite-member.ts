import { z } from 'zod'

import { assignableTeamRoles, teamRoleNames } from '#app/permissions.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { emailOwner } from '#app/platform/auth/email-owner.ts'
import { hashSecret, newSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Forbidden, NotFound, ValidationError } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { maySendMail } from '#app/platform/mail/mail-budget.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'
import { newEmail } from '#app/platform/validation/form-fields.ts'
import { recordTeamEvent, teamLogActor } from '#app/team-log/team-log.ts'

import { teamInvitationLifetimeMs } from './limits.ts'
import { mailInvitation } from './mail-invitation.ts'
import { lockTeamFor, type Membership, memberOf } from './membership.ts'
import { requireFreeSeat } from './seats.ts'

export const InvitationForm = z.object({
  email: newEmail,
  role: z.enum(teamRoleNames, 'Choose one of the roles.'),
})

type NewInvitation = z.output<typeof InvitationForm>

const permission = 'members.invite'

/** @returns the id @throws Forbidden for a role that the acting member may not give, or ValidationError */
export async function inviteMember(
  context: ActionContext,
  actor: Actor,
  teamId: string,
  { email, role }: NewInvitation,
): Promise<string> {
  const { db, limits, now } = context
  // Whether others have written to this address is nobody's business: without a mail, the answer is the same.
  const maySend = await maySendMail(limits, { to: email, userId: null })
  return inTransaction(db, async (tx) => {
    const team = await lockTeamFor(tx, actor, teamId, permission)
    requireAssignable(team, role)
    const key = emailKey(email)
    await requireNew(tx, team, { key, now })
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
    await recordTeamEvent(tx, log, 'invitation.sent', {
      invitation: link.id,
      role,
      endsAt: toIso(expires_at),
    })
    const { name } = team
    await recordEvent(tx, actor, 'team.member-invited', { team: teamId, name, role })
    if (maySend) await mailInvitation(tx, context, { team, inviter: actor, email, link })
    return link.id
  })
}

/** Mails a new link; the one before stops working. @throws NotFound or Forbidden */
export async function sendInvitationAgain(
  context: ActionContext,
  actor: Actor,
  { teamId, id }: { teamId: string; id: string },
): Promise<void> {
  const { db, limits, now } = context
  const { email } = await invitationOf(db, teamId, id)
  // Without another mail, the link in the last one must stay valid.
  if (!(await maySendMail(limits, { to: email, userId: null }))) return
  await inTransaction(db, async (tx) => {
    const team = await lockTeamFor(tx, actor, teamId, permission)
    const { role } = await invitationOf(tx, teamId, id)
    requireAssignable(team, role)
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
    const { role } = await invitationOf(tx, teamId, id)
    requireAssignable(team, role)
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

function requireAssignable(team: Membership, role: string): void {
  if (!assignableTeamRoles(team.role).some((name) => name === role)) throw new Forbidden()
}

async function requireNew(
  tx: Tx,
  { id: teamId, deletes_at }: Membership,
  { key, now }: { key: string; now: number },
): Promise<void> {
  if (deletes_at !== null)
    throw new ValidationError({
      form: 'This team is about to be deleted. Cancel the deletion first.',
    })
  const owner = await emailOwner(tx, key)
  if (owner && (await memberOf(tx, teamId, owner.id)))
    throw new ValidationError({ email: 'This address belongs to a member of the team.' })
  const sameAddress = tx
    .deleteFrom('team_invitations')
    .where('team_id', '=', teamId)
    .where('email_key', '=', key)
  await sameAddress.where('expires_at', '<=', now).execute()
  const open = await tx
    .selectFrom('team_invitations')
    .select('id')
    .where('team_id', '=', teamId)
    .where('email_key', '=', key)
    .executeTakeFirst()
  if (open)
    throw new ValidationError({
      email: 'This address is already invited. Resend the invitation below.',
    })
}

export async function invitationOf(
  db: ActionContext['db'],
  teamId: string,
  id: string,
): Promise<{ email: string; role: string }> {
  const invitation = await db
    .selectFrom('team_invitations')
    .select(['email', 'role'])
    .where('id', '=', id)
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  if (!invitation) throw new NotFound()
  return invitation
}
