import { permissionsOfRole, type Role } from '#app/permissions.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Forbidden } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { changeRole } from '#app/roles/roles.ts'

/**
 * Changes the role of another account. Both rows are locked, in the same order by everyone: of two administrators who take away
 * each other's role one keeps it, so that there is always one.
 *
 * @throws Forbidden when the administrator has just lost the permission
 */
export async function assignRole(
  context: ActionContext,
  actor: Actor,
  { administratorId, role }: { administratorId: string; role: Role | null },
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    for (const id of [actor.userId, administratorId].toSorted()) await lockAccountRow(tx, id)
    const administrator = await tx
      .selectFrom('users')
      .select('role')
      .where('id', '=', administratorId)
      .executeTakeFirstOrThrow()
    if (!permissionsOfRole(administrator.role).includes('roles.assign')) throw new Forbidden()
    await changeRole(tx, context, actor, role)
  })
}
