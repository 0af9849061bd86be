import { z } from 'zod'

import type { ActionContext } from '#app/platform/action-context.ts'
import type { SessionActor } from '#app/platform/actor.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone, ValidationError } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { parseEmail } from '#app/platform/validation/email-address.ts'
import { checkbox } from '#app/platform/validation/form-fields.ts'
import { recordTeamEvent, teamLogActor } from '#app/team-log/team-log.ts'

import { actorForMember, accountName } from './actor-for-member.ts'
import { setMemberRole } from './change-member-role.ts'
import { requireRoomForTeam } from './create-team.ts'
import { ownershipOfferLifetimeMs } from './limits.ts'
import { lockTeamFor, memberOf } from './membership.ts'
import { ownershipAcceptedMail, ownershipOfferedMail } from './notices.mail.ts'
import type { OwnershipOffer } from './pages.ts'
import { sendTeamMail } from './team-mail.ts'

const notCandidate = "Choose a member who isn't an owner yet."

export const OwnershipOfferForm = z.object({
  member: z.uuid('Choose a member.').optional(),
  /** The primary address of the member, for a team with too many to choose from. */
  email: z.string(notCandidate).max(500, notCandidate).optional(),
  /** The owner who offers it stays one. */
  shared: checkbox,
})

/** The open offer of a team's ownership. */
export async function ownershipOfferOf(
  db: Db,
  teamId: string,
  { userId, now }: Pick<SessionActor, 'userId' | 'now'>,
): Promise<OwnershipOffer | null> {
  const row = await db
    .selectFrom('team_handovers as offer')
    .innerJoin('users as giver', 'giver.id', 'offer.user_id')
    .innerJoin('users as taker', 'taker.id', 'offer.to_user_id')
    .select(['giver.name as from', 'taker.name as to', 'user_id', 'to_user_id'])
    .select(['is_shared', 'expires_at'])
    .where('team_id', '=', teamId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return null
  return {
    from: row.from,
    to: row.to,
    isForYou: row.to_user_id === userId,
    isFromYou: row.user_id === userId,
    isShared: row.is_shared === 1,
    expiresAt: toIso(row.expires_at),
  }
}

/** Offers ownership to a member, who has to accept it. Replaces an earlier offer. @throws ValidationError */
export async function offerOwnership(
  context: ActionContext,
  actor: SessionActor,
  teamId: string,
  { member: chosen, email, shared }: z.output<typeof OwnershipOfferForm>,
): Promise<void> {
  const { db, now } = context
  await inTransaction(db, async (tx) => {
    const team = await lockTeamFor(tx, actor, teamId, 'team.offer-ownership')
    const to = chosen ?? (await accountOf(tx, email ?? ''))
    const member = to && (await memberOf(tx, teamId, to))
    if (!member || member.role === 'owner')
      throw new ValidationError({ [email === undefined ? 'member' : 'email']: notCandidate })
    await tx.deleteFrom('team_handovers').where('team_id', '=', teamId).execute()
    await tx
      .insertInto('team_handovers')
      .values({
        team_id: teamId,
        user_id: actor.userId,
        to_user_id: to,
        is_shared: shared ? 1 : 0,
        expires_at: now + ownershipOfferLifetimeMs,
      })
      .execute()
    const log = teamLogActor(teamId, actor)
    await recordTeamEvent(tx, log, 'handover.offered', { member: to, isShared: shared })
    const event = { team: teamId, name: team.name, isShared: shared }
    await recordEvent(tx, actor, 'team.handover-offered', event)
    const mail = ownershipOfferedMail(team, await accountName(tx, actor.userId))
    await sendTeamMail(tx, context, to, mail)
  })
}

/** The id of the account with this primary address. */
async function accountOf(tx: Tx, email: string): Promise<string | undefined> {
  const key = parseEmail(email.trim())?.key
  if (key === undefined) return undefined
  const account = await tx
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', key)
    .executeTakeFirst()
  return account?.id
}

/**
 * Accepts the offer. The caller must be the member it was made to.
 *
 * @throws Gone when it was withdrawn, its giver is no owner any more, or their account is locked or about to be deleted
 * @throws ValidationError beyond `maxOwnedTeams`
 */
export async function acceptOwnership(
  context: ActionContext,
  actor: SessionActor,
  teamId: string,
): Promise<void> {
  const { db, now } = context
  await inTransaction(db, async (tx) => {
    const team = await lockTeamFor(tx, actor, teamId, 'team.view')
    const offer = await tx
      .deleteFrom('team_handovers')
      .where('team_id', '=', teamId)
      .where('to_user_id', '=', actor.userId)
      .where('expires_at', '>', now)
      .returning(['user_id', 'is_shared'])
      .executeTakeFirst()
    if (!offer) throw new Gone()
    const from = offer.user_id
    if ((await memberOf(tx, teamId, from))?.role !== 'owner') throw new Gone()

    const isShared = offer.is_shared === 1
    const memberActor = await actorForMember(tx, actor, from)
    await requireActive(tx, from)
    await requireRoomForTeam(tx, actor)
    const log = teamLogActor(teamId, actor)
    await setMemberRole(tx, log, { userId: actor.userId, role: 'owner', givenBy: from })
    if (!isShared) await setMemberRole(tx, log, { userId: from, role: 'admin' })
    await recordTeamEvent(tx, log, 'handover.accepted', { from, isShared })
    const event = { team: teamId, name: team.name }
    const raised = { before: team.role, after: 'owner' }
    await recordEvent(tx, actor, 'team.role-changed', { ...event, ...raised })
    await recordEvent(tx, memberActor, 'team.handed-over', { ...event, isShared })
    const mail = ownershipAcceptedMail(team, await accountName(tx, actor.userId))
    await sendTeamMail(tx, context, from, mail)
  })
}

/** Call it with the account's row locked. @throws Gone */
async function requireActive(tx: Tx, userId: string): Promise<void> {
  const active = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('locked_at', 'is', null)
    .where('leaves_at', 'is', null)
    .executeTakeFirst()
  if (!active) throw new Gone()
}

/** Either side may withdraw. @throws Gone */
export async function withdrawOffer(
  { db }: Pick<ActionContext, 'db'>,
  actor: SessionActor,
  teamId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { name } = await lockTeamFor(tx, actor, teamId, 'team.view')
    const offer = await tx
      .deleteFrom('team_handovers')
      .where('team_id', '=', teamId)
      .where(({ eb, or }) =>
        or([eb('user_id', '=', actor.userId), eb('to_user_id', '=', actor.userId)]),
      )
      .returning('team_id')
      .executeTakeFirst()
    if (!offer) throw new Gone()
    await recordTeamEvent(tx, teamLogActor(teamId, actor), 'handover.withdrawn', {})
    await recordEvent(tx, actor, 'team.handover-withdrawn', { team: teamId, name })
  })
}
