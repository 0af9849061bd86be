import type { Permission } from '#app/pages.ts'

/** There is no wildcard permission: owners must grant a permission added later explicitly. */
export const permissions = ['read', 'update', 'delete'] as const satisfies readonly Permission[]

export const defaultPermissions: readonly Permission[] = ['read']
