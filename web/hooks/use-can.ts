import { usePage } from '@inertiajs/react'

import type { RolePermission, TeamPermission } from '#app/permissions.ts'

/** `can('accounts.lock')`: whether the role of the signed-in user permits it. The server checks again. */
export function useCan(): (permission: RolePermission) => boolean
/** Whether the user's role in the team permits it. */
export function useCan(team: OfTeam): (permission: TeamPermission) => boolean
export function useCan(team?: OfTeam): (permission: string) => boolean {
  const { user } = usePage().props.auth
  const granted: readonly string[] = team?.permissions ?? user?.permissions ?? []
  return (permission) => granted.includes(permission)
}

interface OfTeam {
  permissions: readonly TeamPermission[]
}
