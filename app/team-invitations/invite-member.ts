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
import { lockTeamFor, type Membership, readTeamFor, requireFreeSeat } from '#app/teams/teams.ts'

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
  await inTransaction(context.db, (tx) =>
    storeInvitation({ ...context, db: tx }, actor, teamId, invited),
  )
}

/** @throws ValidationError */
async function requireInvitable(
  context: ActionContext,
  team: Pick<Membership, 'id' | 'deletes_at' | 'seat_limit'>,
  key: string,
): Promise<void> {
  const { db, now } = context
  requireTeamNotDeleted(team)
  await requireNotMember(db, team, { key, field: 'email' })
  await requireNotInvited(db, team, { key, now })
  await requireFreeSeat(context, db, team, { withInvitations: true })
}

/**
 * The mail is counted when it is sent, which a refusal or a slow rate limiter must not do here. Whether others have written to this address
 * is nobody's business: without a mail, the answer is the same.
 *
 * @returns the id @throws Forbidden for a role that the acting member may not give, or ValidationError
 */
export async function storeInvitation(
  context: ActionContext & { db: Tx },
  actor: Actor,
  teamId: string,
  { email, role }: NewInvitation,
): Promise<string> {
  const { db: tx, now } = context
  const team = await lockTeamFor(tx, actor, teamId, permission)
  requireAssignableRole(team, role)
  const key = emailKey(email)
  await requireInvitable(context, team, key)
  const link = { id: newId(), secret: newSecret() }
  const expires_at = now + teamInvitationLifetimeMs
  const sameAddress = tx.deleteFrom('team_invitations').where('email_key', '=', key)
  await sameAddress.where('team_id', '=', teamId).where('expires_at', '<=', now).execute()
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
  await mailInvitation(tx, context, { team, inviter: actor, email, link }, 'recipient')
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
  const membership = await readTeamFor(db, actor, teamId, permission)
  const email = await requireSendable(context, membership, id)
  // Without another mail, the link in the last one must stay valid.
  if (!(await maySendMail(context.limits, { to: email, userId: null }))) return
  await inTransaction(db, async (tx) => {
    const team = await lockTeamFor(tx, actor, teamId, permission)
    await requireSendable({ ...context, db: tx }, team, id)
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

/** @returns the address */
async function requireSendable(
  context: ActionContext,
  team: Membership,
  id: string,
): Promise<string> {
  const { db, now } = context
  const { email, role, expires_at } = await readInvitation(db, team.id, id)
  requireAssignableRole(team, role)
  requireTeamNotDeleted(team)
  await requireNotMember(db, team, { key: emailKey(email), field: 'form' })
  // An open one has its seat.
  if (expires_at <= now) await requireFreeSeat(context, db, team, { withInvitations: true })
  return email
}
