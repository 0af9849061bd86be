/**
 * Permissions over one's own account. Everybody has them; an API token has those its owner chose, and never one of a role: the
 * routes of the admin area, of teams and of the management API accept no API token of an account.
 */
export const accountPermissions = ['read', 'update', 'delete'] as const

/** Permissions over the accounts of others and over the installation. A route with access `role` declares which it requires. */
export const rolePermissions = [
  'admin.access',
  'accounts.view',
  'accounts.help',
  'accounts.lock',
  'accounts.edit',
  'accounts.delete',
  'accounts.export',
  'support-access.request',
  'teams.view',
  'teams.manage',
  'roles.assign',
  'invitations.manage',
  'jobs.manage',
  'webhooks.manage',
  'settings.view',
] as const

/** The permissions of each role. An account has one role or none. */
const roles = {
  support: [
    'admin.access',
    'accounts.view',
    'accounts.help',
    'accounts.lock',
    'support-access.request',
  ],
  admin: rolePermissions,
} as const satisfies Record<string, readonly RolePermission[]>

/** Permissions of service tokens. A route with access `serviceToken` declares which it requires. */
export const servicePermissions = [...rolePermissions, 'accounts.create'] as const

/** Permissions over a team. A route with access `team` declares which it requires. `team.offer-ownership` is of use to owners only. */
export const teamPermissions = [
  'team.view',
  'team.update',
  'team.delete',
  'team.offer-ownership',
  'team.require',
  'members.invite',
  'members.remove',
  'members.change-role',
  'log.view',
  'webhooks.manage',
  'domains.manage',
  'tokens.manage',
] as const

/**
 * Permissions that a token of a team can have. A route with access `teamToken` declares which it requires. A token gives no role that
 * permits more than the token.
 */
export const teamTokenPermissions = [
  'team.view',
  'members.invite',
] as const satisfies readonly TeamPermission[]

/**
 * The permissions of each role of a team. Add a role as another entry. A member may give a role, or take it away, if it permits nothing
 * that their own role does not. Nobody is made an owner without accepting it.
 */
const teamRoles = {
  owner: teamPermissions,
  admin: [
    'team.view',
    'team.update',
    'members.invite',
    'members.remove',
    'members.change-role',
    'log.view',
    'webhooks.manage',
    'tokens.manage',
  ],
  member: ['team.view'],
} as const satisfies Record<string, readonly TeamPermission[]>

export type AccountPermission = (typeof accountPermissions)[number]
export type RolePermission = (typeof rolePermissions)[number]
export type ServicePermission = (typeof servicePermissions)[number]
export type Role = keyof typeof roles

export type TeamPermission = (typeof teamPermissions)[number]
export type TeamTokenPermission = (typeof teamTokenPermissions)[number]
export type TeamRole = keyof typeof teamRoles

export const teamRoleNames = Object.keys(teamRoles) as TeamRole[]

/** A role that is not declared any more permits nothing. @param name  of `team_members.role` */
export function permissionsOfTeamRole(name: string): readonly TeamPermission[] {
  const role = teamRoleNames.find((it) => it === name)
  return role ? teamRoles[role] : []
}

export const teamRolesWith = (permission: TeamPermission): TeamRole[] =>
  teamRoleNames.filter((name) => permissionsOfTeamRole(name).includes(permission))

/** Whether a role permits everything that another one does. */
export function includesTeamRole(role: string, other: string): boolean {
  return permitsTeamRole(permissionsOfTeamRole(role), other)
}

/** Whether the permissions include all of a role of a team. */
export function permitsTeamRole(permitted: readonly TeamPermission[], role: string): boolean {
  return permissionsOfTeamRole(role).every((permission) => permitted.includes(permission))
}

/** The roles that a member with this role may give. */
export function assignableTeamRoles(role: string): TeamRole[] {
  return teamRoleNames.filter((name) => name !== 'owner' && includesTeamRole(role, name))
}

/** The permissions that a member with this role may give to an API token of the team. */
export function grantableTokenPermissions(role: string): TeamTokenPermission[] {
  const own = permissionsOfTeamRole(role)
  return teamTokenPermissions.filter((permission) => own.includes(permission))
}

export const roleNames = Object.keys(roles) as Role[]

/** A role that is not declared any more permits nothing. @param name  of `users.role` */
export function permissionsOfRole(name: string | null): readonly RolePermission[] {
  const role = roleNames.find((it) => it === name)
  return role ? roles[role] : []
}

/** Whether the permissions include all of a role. @param role  of `users.role` */
export function includesRole(
  permissions: readonly ServicePermission[],
  role: string | null,
): boolean {
  return permissionsOfRole(role).every((permission) => permissions.includes(permission))
}

/** Whether administrators with these permissions may see and change an account with a role. @param role  of `users.role` */
export function mayActOn(permissions: readonly RolePermission[], role: string | null): boolean {
  return role === null || (permissions.includes('roles.assign') && includesRole(permissions, role))
}
