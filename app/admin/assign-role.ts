import { includesRole, type Role } from '#app/permissions.ts'
import { Forbidden } from '#app/platform/errors.ts'
import { changeRole } from '#app/roles/roles.ts'

import type { AdministratorChange } from './change-account-as-administrator.ts'

/** Changes the role of another account. @throws Forbidden for a role that permits something the administrator may not do */
export async function assignRole(
  { context, actor, permissions }: AdministratorChange,
  role: Role | null,
): Promise<void> {
  if (!includesRole(permissions, role)) throw new Forbidden()
  await changeRole(context.db, context, actor, role)
}
