import type { z } from 'zod'

import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { recordTeamEvent, teamLogActor } from '#app/team-log/team-log.ts'

import { withUniqueSlug } from './create-team.ts'
import { lockTeamFor } from './membership.ts'
import type { TeamForm } from './slug.ts'

/** @throws ValidationError for an address that another team has */
export async function updateTeam(
  { db }: Pick<ActionContext, 'db'>,
  actor: Actor,
  teamId: string,
  form: z.output<typeof TeamForm>,
): Promise<void> {
  await withUniqueSlug(() =>
    inTransaction(db, async (tx) => {
      const { name, slug } = await lockTeamFor(tx, actor, teamId, 'team.update')
      if (name === form.name && slug === form.slug) return
      await tx.updateTable('teams').set(form).where('id', '=', teamId).execute()
      const change = { before: { name, slug }, after: form }
      await recordTeamEvent(tx, teamLogActor(teamId, actor), 'team.updated', change)
      await recordEvent(tx, actor, 'team.updated', { team: teamId, ...change })
    }),
  )
}
