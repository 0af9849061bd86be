import { z } from 'zod'

import type { ActionContext } from '#app/platform/action-context.ts'
import type { SessionActor } from '#app/platform/actor.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import type { CurrentSession } from '#app/platform/sessions/sessions.ts'
import { checkbox } from '#app/platform/validation/form-fields.ts'
import { recordTeamEvent, teamLogActor } from '#app/team-log/team-log.ts'

import { notifyMembers } from './delete-team.ts'
import { maxSessionHours } from './limits.ts'
import { lockTeamFor } from './membership.ts'
import { teamRequirementsMail } from './notices.mail.ts'
import { requirementsOf, unmetRequirements } from './requirements.ts'

const unknownWay = 'Choose from the ways listed here.'

export const RequirementsForm = z.object({
  second_factor: checkbox,
  /** Empty allows every way. */
  ways: z.array(z.string(unknownWay), unknownWay).max(100, unknownWay).optional(),
  max_session: z
    .enum(['', ...maxSessionHours.map(String)], 'Choose from the list.')
    .optional()
    .transform((hours) => (hours ? Number(hours) : null)),
})

interface RequiringTeam {
  teamId: string
  /** The session of the owner. */
  session: CurrentSession
  /** The ways to sign in that this installation offers. */
  offered: readonly string[]
}

/**
 * Counts from the next request of each member on. The owner has to meet what they ask of others, which keeps the team from being
 * out of everybody's reach.
 *
 * @throws ValidationError
 */
export async function setRequirements(
  context: ActionContext,
  actor: SessionActor,
  { teamId, session, offered }: RequiringTeam,
  form: z.output<typeof RequirementsForm>,
): Promise<void> {
  const { db, now } = context
  const chosen = form.ways ?? []
  if (!chosen.every((way) => offered.includes(way))) throw new ValidationError({ ways: unknownWay })
  const after = {
    secondFactor: form.second_factor,
    ways: offered.filter((way) => chosen.includes(way)),
    maxSessionHours: form.max_session,
  }

  await inTransaction(db, async (tx) => {
    const team = await lockTeamFor(tx, actor, teamId, 'team.require')
    const before = requirementsOf(team)
    if (JSON.stringify(before) === JSON.stringify(after)) return
    const unmet = await unmetRequirements({ ...context, db: tx }, after, session, now)
    if (unmet.includes('second-factor'))
      throw new ValidationError({ second_factor: 'Add a second factor to your own account first.' })
    if (unmet.includes('way'))
      throw new ValidationError({ ways: 'First sign in yourself in one of these ways.' })
    await tx
      .updateTable('teams')
      .set({
        requires_second_factor: after.secondFactor ? 1 : 0,
        sign_in_ways: after.ways.length > 0 ? JSON.stringify(after.ways) : null,
        max_session_hours: after.maxSessionHours,
      })
      .where('id', '=', teamId)
      .execute()
    const change = { before, after }
    await recordTeamEvent(tx, teamLogActor(teamId, actor), 'team.requirements-changed', change)
    const event = { team: teamId, name: team.name, ...change }
    await recordEvent(tx, actor, 'team.requirements-changed', event)
    await notifyMembers(tx, context, teamId, () => teamRequirementsMail(team))
  })
}
