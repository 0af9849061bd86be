import { msg } from '@foyer/i18n'
import type { z } from 'zod'

import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { countRows } from '#app/platform/db/count-rows.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { isUniqueViolation } from '#app/platform/db/is-unique-violation.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { recordTeamEvent, teamLogActor } from '#app/team-log/team-log.ts'

import { maxOwnedTeams } from './limits.ts'
import { slugTakenMessage, type TeamForm } from './slug.ts'

/** @returns the id @throws ValidationError for an address that another team has, or beyond `maxOwnedTeams` */
export async function createTeam(
  { db, now }: Pick<ActionContext, 'db' | 'now'>,
  actor: Actor,
  form: z.output<typeof TeamForm>,
): Promise<string> {
  const id = newId()
  await withUniqueSlug(() =>
    inTransaction(db, async (tx) => {
      await tx
        .insertInto('teams')
        .values({ id, ...form, created_at: now, event_count: 0, requires_second_factor: 0 })
        .execute()
      await lockAccountRow(tx, actor.userId)
      await requireRoomForTeam(tx, actor)
      await tx
        .insertInto('team_members')
        .values({ team_id: id, user_id: actor.userId, role: 'owner', joined_at: now })
        .execute()
      const owner = actor.performedBy && { member: actor.userId }
      await recordTeamEvent(tx, teamLogActor(id, actor), 'team.created', { ...form, ...owner })
      await recordEvent(tx, actor, 'team.created', { team: id, ...form })
    }),
  )
  return id
}

/** Of concurrent requests for one address, the database lets one through. @throws ValidationError */
export async function withUniqueSlug(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new ValidationError({ slug: slugTakenMessage })
  }
}

/** Call it with the account's row locked. @throws ValidationError for an account that owns `maxOwnedTeams` */
export async function requireRoomForTeam(tx: Tx, { userId }: Pick<Actor, 'userId'>): Promise<void> {
  const count = await countRows(
    tx.selectFrom('team_members').where('user_id', '=', userId).where('role', '=', 'owner'),
  )
  if (count >= maxOwnedTeams)
    throw new ValidationError({
      form: msg('You can own {count} teams. Delete one, or transfer its ownership.', {
        count: maxOwnedTeams,
      }),
    })
}
