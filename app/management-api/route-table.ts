import { uuidPattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

import { managementTeamRouteTable } from './team-route-table.ts'

const user = '/api/admin/users/{user}'
const where = { user: uuidPattern }
/** No page builds a URL of them. */
const service = { access: 'serviceToken', notInBrowser: true } as const

/** The part of `app/routes.ts` for the management API. */
export const managementRouteTable = {
  'management.openapi': {
    ...service,
    method: 'GET',
    path: '/api/admin/openapi.json',
    permission: 'accounts.view',
  },
  'management.users.index': {
    ...service,
    method: 'GET',
    path: '/api/admin/users',
    permission: 'accounts.view',
  },
  'management.users.show': {
    ...service,
    method: 'GET',
    path: user,
    where,
    permission: 'accounts.view',
  },
  'management.users.store': {
    ...service,
    method: 'POST',
    path: '/api/admin/users',
    permission: 'accounts.create',
  },
  'management.users.lock': {
    ...service,
    method: 'POST',
    path: `${user}/lock`,
    where,
    permission: 'accounts.lock',
  },
  'management.users.unlock': {
    ...service,
    method: 'POST',
    path: `${user}/unlock`,
    where,
    permission: 'accounts.lock',
  },
  'management.users.end-sessions': {
    ...service,
    method: 'POST',
    path: `${user}/end-sessions`,
    where,
    permission: 'accounts.help',
  },
  'management.users.send-password-link': {
    ...service,
    method: 'POST',
    path: `${user}/send-password-link`,
    where,
    permission: 'accounts.help',
  },
  'management.users.send-verification': {
    ...service,
    method: 'POST',
    path: `${user}/send-verification`,
    where,
    permission: 'accounts.help',
  },
  'management.users.reset-two-factor': {
    ...service,
    method: 'POST',
    path: `${user}/reset-two-factor`,
    where,
    permission: 'accounts.edit',
  },
  'management.users.change-role': {
    ...service,
    method: 'PUT',
    path: `${user}/role`,
    where,
    permission: 'roles.assign',
  },
  'management.users.change-attributes': {
    ...service,
    method: 'PATCH',
    path: `${user}/attributes`,
    where,
    permission: 'accounts.edit',
  },
  'management.users.delete': {
    ...service,
    method: 'DELETE',
    path: user,
    where,
    permission: 'accounts.delete',
  },
  'management.users.keep': {
    ...service,
    method: 'DELETE',
    path: `${user}/deletion`,
    where,
    permission: 'accounts.delete',
  },
  'management.users.export': {
    ...service,
    method: 'POST',
    path: `${user}/export`,
    where,
    permission: 'accounts.export',
  },
  'management.invitations.index': {
    ...service,
    method: 'GET',
    path: '/api/admin/invitations',
    permission: 'invitations.manage',
  },
  'management.invitations.store': {
    ...service,
    method: 'POST',
    path: '/api/admin/invitations',
    permission: 'invitations.manage',
  },
  'management.invitations.destroy': {
    ...service,
    method: 'DELETE',
    path: '/api/admin/invitations/{invitation}',
    where: { invitation: uuidPattern },
    permission: 'invitations.manage',
  },
  ...managementTeamRouteTable,
} as const satisfies Record<string, Route>
