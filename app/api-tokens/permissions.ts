import type { Permission } from '#app/pages.ts'

/** All that a token can be allowed to do. There is none for everything: what comes later must be chosen then. */
export const permissions = [
  'create',
  'read',
  'update',
  'delete',
] as const satisfies readonly Permission[]

export const defaultPermissions: readonly Permission[] = ['read']
