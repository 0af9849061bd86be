import { usePage } from '@inertiajs/react'

import type { RolePermission } from '#app/permissions.ts'

/** `can('accounts.lock')`: whether the role of the signed-in user permits it. The server checks again. */
export function useCan(): (permission: RolePermission) => boolean {
  const granted = usePage().props.auth.user?.permissions ?? []
  return (permission) => granted.includes(permission)
}
