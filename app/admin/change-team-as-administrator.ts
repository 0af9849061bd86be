import { permissionsOfRole } from '#app/permissions.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Forbidden } from '#app/platform/errors.ts'
import type { CurrentSession } from '#app/platform/sessions/sessions.ts'
import type { operatorTeamChanges } from '#app/teams/teams.ts'

import { currentRole } from './change-account-as-administrator.ts'

export type TeamChange = typeof operatorTeamChanges.delete

/**
 * Changes a team in one transaction that checks the right to it again: the administrator may have lost the role or the session since
 * the request was let in. The log of the team has their id and the reason.
 *
 * @param permission  that of the route
 * @throws NotFound or Forbidden
 */
export async function changeTeamAsAdministrator(
  context: ActionContext,
  { administrator, permission }: { administrator: CurrentSession; permission: unknown },
  { teamId, reason }: { teamId: string; reason: string },
  change: TeamChange,
): Promise<void> {
  const { user_id: id, name } = administrator
  await inTransaction(context.db, async (tx) => {
    const performedBy = { kind: 'administrator', id, name, reason } as const
    const authorize = async () => {
      const permissions = permissionsOfRole(await currentRole(tx, context, administrator))
      if (!permissions.some((it) => it === permission)) throw new Forbidden()
    }
    await change({ ...context, db: tx }, { teamId, performedBy, authorize })
  })
}
