import { permissionsOfRole, roleNames } from '#app/permissions.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'

const assigning = roleNames.filter((name) => permissionsOfRole(name).includes('roles.assign'))

/**
 * Keeps the last account that may assign roles from deleting itself. Locks all of them, so that no two go at the same time. When an
 * administrator or a service deletes it, somebody is left who assigns roles. Nobody changes the own role: app/admin/change-account-as-administrator.ts.
 *
 * @throws ValidationError
 */
export async function keepLastAdministrator(
  tx: Tx,
  { admin }: Pick<Config, 'admin'>,
  { userId, performedBy }: Actor,
): Promise<void> {
  if (!admin || performedBy) return
  const candidates = await administrators(tx)
  if (!candidates.includes(userId)) return
  for (const id of candidates) await lockAccountRow(tx, id)
  if ((await administrators(tx)).some((id) => id !== userId)) return
  throw new ValidationError({
    confirmation: "You're the only administrator. Make somebody else an administrator first.",
  })
}

/** Ids of administrators, in the order that accounts are locked in. */
async function administrators(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', 'in', assigning)
    .where('locked_at', 'is', null)
    .where('leaves_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
