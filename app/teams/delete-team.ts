import { z } from 'zod'

import type { ActionContext } from '#app/platform/action-context.ts'
import { systemActor } from '#app/platform/actor.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone, ValidationError } from '#app/platform/errors.ts'
import { allowLogErasure } from '#app/platform/event-log/allow-log-erasure.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { day } from '#app/platform/lib/durations.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { createYielder } from '#app/platform/lib/yield-to-event-loop.ts'
import { formatMailDate } from '#app/platform/mail/format-mail-date.ts'
import { inBatches } from '#app/platform/maintenance/in-batches.ts'
import { enqueueTeamWebhook, recordTeamEvent, teamLogActor } from '#app/team-log/team-log.ts'

import { lockTeam, lockTeamFor, type Membership } from './membership.ts'
import { teamDeletionCancelledMail, teamDeletionMail } from './notices.mail.ts'
import { membersWithRoleFrom } from './role-givers.ts'
import { sendTeamMail, type TeamMail } from './team-mail.ts'

export const DeleteTeamForm = z.object({
  /** The team's address, typed out. */
  confirmation: z.string('Type the team URL.').max(100, 'Type the URL as shown.'),
})

/**
 * Starts the grace period, and tells every member. Idempotent.
 *
 * @param form  null for the operator, who types nothing
 * @throws ValidationError
 */
export async function requestTeamDeletion(
  context: ActionContext,
  actor: Actor,
  teamId: string,
  form: z.output<typeof DeleteTeamForm> | null,
): Promise<void> {
  const { db, config, now } = context
  const deletes_at = now + (config.teams?.deletionDays ?? 0) * day
  await inTransaction(db, async (tx) => {
    const team = await lockTeamFor(tx, actor, teamId, 'team.delete')
    if (form && form.confirmation.trim() !== team.slug)
      throw new ValidationError({ confirmation: 'Type the team URL as shown above.' })
    if (team.deletes_at !== null) return
    const erasedAt = toIso(deletes_at)
    const log = teamLogActor(teamId, actor)
    await tx
      .updateTable('teams')
      .set({ deletes_at, deletion_requested_by: log.by })
      .where('id', '=', teamId)
      .execute()
    await recordTeamEvent(tx, log, 'team.deletion-requested', { erasedAt })
    const event = { team: teamId, name: team.name, erasedAt }
    await recordEvent(tx, actor, 'team.deletion-requested', event)
    await notifyMembers(tx, context, teamId, (formatDate) =>
      teamDeletionMail(team, formatDate(deletes_at)),
    )
  })
}

/** @throws Gone without a pending deletion */
export async function cancelTeamDeletion(
  context: ActionContext,
  actor: Actor,
  teamId: string,
): Promise<void> {
  const { db, now } = context
  await inTransaction(db, async (tx) => {
    const team = await lockTeamFor(tx, actor, teamId, 'team.delete')
    if (team.deletes_at === null || team.deletes_at <= now) throw new Gone()
    await keepTeam(tx, context, actor, { team, mail: teamDeletionCancelledMail(team) })
  })
}

/**
 * Cancels the pending deletion of a team that an account asked for, or somebody with a role from it, within a takeover report. The caller
 * has locked the team.
 */
export async function cancelDeletionBy(
  tx: Tx,
  context: Pick<ActionContext, 'mailWriter' | 'now'>,
  actor: Actor,
  team: Pick<Membership, 'id' | 'name' | 'slug'>,
): Promise<void> {
  const account = { teamId: team.id, userId: actor.userId, now: context.now }
  const requested = await tx
    .selectFrom('teams')
    .select('id')
    .where('id', '=', team.id)
    .where('deletes_at', '>', context.now)
    .where(({ eb, or }) =>
      or([
        eb('deletion_requested_by', '=', actor.userId),
        eb('deletion_requested_by', 'in', membersWithRoleFrom(tx, account).select('user_id')),
      ]),
    )
    .executeTakeFirst()
  if (requested)
    await keepTeam(tx, context, actor, { team, mail: teamDeletionCancelledMail(team, 'takeover') })
}

async function keepTeam(
  tx: Tx,
  context: Pick<ActionContext, 'mailWriter' | 'now'>,
  actor: Actor,
  { team, mail }: { team: Pick<Membership, 'id' | 'name'>; mail: TeamMail },
): Promise<void> {
  const { id: teamId, name } = team
  await tx
    .updateTable('teams')
    .set({ deletes_at: null, deletion_requested_by: null })
    .where('id', '=', teamId)
    .execute()
  await recordTeamEvent(tx, teamLogActor(teamId, actor), 'team.deletion-cancelled', {})
  await recordEvent(tx, actor, 'team.deletion-cancelled', { team: teamId, name })
  await notifyMembers(tx, context, teamId, () => mail)
}

/** Erases the teams whose grace period is over, with all that is theirs. */
export async function eraseOverdueTeams(db: Db, now: number): Promise<void> {
  const yieldIfBusy = createYielder()
  await inBatches(async (limit) => {
    const overdue = await db
      .selectFrom('teams')
      .select('id')
      .where('deletes_at', '<=', now)
      .orderBy('deletes_at')
      .limit(limit)
      .execute()
    for (const { id } of overdue) {
      await inTransaction(db, (tx) => eraseTeam(tx, id, now))
      await yieldIfBusy()
    }
    return overdue.length
  })
}

async function eraseTeam(tx: Tx, teamId: string, now: number): Promise<void> {
  const team = await lockTeam(tx, teamId)
  if (!team || team.deletes_at === null || team.deletes_at > now) return
  for (const { id: userId } of await membersOf(tx, teamId)) {
    const actor = systemActor(userId, now)
    const event = { team: teamId, name: team.name, why: 'deleted' } as const
    await recordEvent(tx, actor, 'team.left', event)
  }
  await deleteTeamRow(tx, teamId, now)
}

/** Deletes the team with its log and its webhooks, which have no foreign key. Only the operator's webhooks report it. */
export async function deleteTeamRow(tx: Tx, teamId: string, now: number): Promise<void> {
  await allowLogErasure(tx, teamId, now)
  await tx.deleteFrom('webhook_endpoints').where('team_id', '=', teamId).execute()
  await enqueueTeamWebhook(tx, { teamId, by: null, now }, 'team.deleted')
  await tx.deleteFrom('teams').where('id', '=', teamId).execute()
}

export async function notifyMembers(
  tx: Tx,
  context: Pick<ActionContext, 'mailWriter' | 'now'>,
  teamId: string,
  mailFor: (formatDate: (date: number) => string) => TeamMail,
): Promise<void> {
  for (const { id, locale, timezone } of await membersOf(tx, teamId)) {
    const t = context.mailWriter.translatorFor(locale)
    await sendTeamMail(
      tx,
      context,
      id,
      mailFor((date) => formatMailDate(t, date, timezone)),
    )
  }
}

/** The members, in the order that accounts are locked in. */
function membersOf(tx: Tx, teamId: string) {
  return tx
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .select(['users.id', 'locale', 'timezone'])
    .where('team_id', '=', teamId)
    .orderBy('users.id')
    .execute()
}
