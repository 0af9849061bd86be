import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin, SessionActor } from '#app/platform/actor.ts'
import { emailOwner } from '#app/platform/auth/email-owner.ts'
import type { MailLink } from '#app/platform/auth/one-time-tokens.ts'
import { hashPassword } from '#app/platform/auth/password-hash.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone, ValidationError } from '#app/platform/errors.ts'
import { emailDomainProblem } from '#app/platform/validation/email-domains.ts'
import { type InvitedAccount, createAccountAndSignIn } from '#app/registration/registration.ts'
import { lockTeam, memberOf, type RequirementColumns } from '#app/teams/teams.ts'

import { joinByInvitation } from './join-by-invitation.ts'
import type { TeamInvitationPages } from './pages.ts'

export interface TeamInvitation extends RequirementColumns {
  id: string
  teamId: string
  team: string
  slug: string
  picture_id: string | null
  inviter: string
  role: string
  email: string
  emailKey: string
  expiresAt: number
}

/** The invitation of a mailed link; null for an unknown, used, revoked or expired one, and for a team about to be deleted. */
export async function findTeamInvitation(
  { db, now }: Pick<ActionContext, 'db' | 'now'>,
  { id, secret }: MailLink,
): Promise<TeamInvitation | null> {
  const row = await db
    .selectFrom('team_invitations as invitation')
    .innerJoin('teams', 'teams.id', 'invitation.team_id')
    .innerJoin('users', 'users.id', 'invitation.user_id')
    .select(['invitation.id', 'invitation.role', 'invitation.email', 'invitation.expires_at'])
    .select([
      'invitation.email_key',
      'teams.id as teamId',
      'teams.name as team',
      'slug',
      'picture_id',
    ])
    .select(['requires_second_factor', 'sign_in_ways', 'max_session_hours'])
    .select('users.name as inviter')
    .where('invitation.id', '=', id)
    .where('token_hash', '=', hashSecret(secret))
    .where('expires_at', '>', now)
    .where('deletes_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { expires_at: expiresAt, email_key, ...invitation } = row
  return { ...invitation, emailKey: email_key, expiresAt }
}

type Step = TeamInvitationPages['Teams/AcceptInvitation']['step']

/** @param userId  null for a guest */
export async function invitationStep(
  { db, config }: Pick<ActionContext, 'db' | 'config'>,
  { teamId, email, emailKey }: TeamInvitation,
  userId: string | null,
): Promise<Step> {
  const owner = await emailOwner(db, emailKey)
  if (userId === null) {
    if (owner) return 'sign-in'
    // With a waitlist only the operator lets people in.
    const isOpen = config.registration === 'open' && emailDomainProblem(email, config) === null
    return isOpen ? 'register' : 'closed'
  }
  if (await memberOf(db, teamId, userId)) return 'member'
  return owner?.id === userId ? 'accept' : 'other-address'
}

/**
 * Makes the signed-in account a member, once. An account without the invited address has to say that it means to.
 *
 * @returns the team's slug. @throws Gone or ValidationError
 */
export async function acceptTeamInvitation(
  context: ActionContext,
  actor: SessionActor,
  { link, otherAddress }: { link: MailLink; otherAddress: boolean },
): Promise<string> {
  const { db } = context
  const invitation = await findTeamInvitation(context, link)
  if (!invitation) throw new Gone()
  const step = await invitationStep(context, invitation, actor.userId)
  if (step === 'other-address' && !otherAddress)
    throw new ValidationError({
      other_address: 'Confirm that you want to join with another account.',
    })
  if (step === 'member') return invitation.slug
  await inTransaction(db, async (tx) => {
    const givenBy = await consumeInvitation(tx, context, { invitation, secret: link.secret })
    await joinByInvitation(tx, context, actor, { ...invitation, givenBy })
  })
  return invitation.slug
}

/** Creates the invited account, which joins the team at once, and signs the user in. @throws Gone */
export async function registerMember(
  context: ActionContext,
  origin: RequestOrigin,
  { link, invitation, form, replacedSession }: InvitedRegistration,
): Promise<{ secret: string }> {
  const { password, ...account } = form
  const password_hash = await hashPassword(password)
  return inTransaction(context.db, async (tx) => {
    const givenBy = await consumeInvitation(tx, context, { invitation, secret: link.secret })
    const { email } = invitation
    const opened = await createAccountAndSignIn(tx, context, origin, {
      account: { ...account, email, password_hash, isInvited: true },
      replacedSession,
    })
    await joinByInvitation(tx, context, opened.actor, { ...invitation, givenBy })
    return opened
  })
}

interface InvitedRegistration {
  link: MailLink
  invitation: TeamInvitation
  form: InvitedAccount
  replacedSession: SessionActor | null
}

/**
 * Locks the team first, as every change of it does. Of concurrent calls exactly one succeeds.
 *
 * @param secret  of the link; null when the account has proved the invited address
 * @returns the account that invited: the member who sent it, or the one who created the token that did
 * @throws Gone
 */
export async function consumeInvitation(
  tx: Tx,
  { now }: Pick<ActionContext, 'now'>,
  { invitation, secret }: { invitation: Consumable; secret: string | null },
): Promise<string | null> {
  const team = await lockTeam(tx, invitation.teamId)
  if (!team || team.deletes_at !== null) throw new Gone()
  let query = tx
    .deleteFrom('team_invitations')
    .where('id', '=', invitation.id)
    .where('team_id', '=', team.id)
    .where('role', '=', invitation.role)
    .where('expires_at', '>', now)
    .returning(['user_id', 'token_id'])
  if (secret !== null) query = query.where('token_hash', '=', hashSecret(secret))
  const consumed = await query.executeTakeFirst()
  if (!consumed) throw new Gone()
  const { user_id, token_id } = consumed
  return token_id === null ? user_id : tokenCreator(tx, team.id, token_id)
}

async function tokenCreator(tx: Tx, teamId: string, id: string): Promise<string | null> {
  const { created_by } = await tx
    .selectFrom('team_tokens')
    .select('created_by')
    .where('id', '=', id)
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow()
  return created_by
}

type Consumable = Pick<TeamInvitation, 'id' | 'teamId' | 'role'>
