import { z } from 'zod'

import { ErrorBody, PageQuery } from '#app/platform/validation/api-schemas.ts'
import type { RouteName } from '#app/routes.ts'

import {
  changeEndpoint,
  changeBodies,
  changeStatuses,
  creationEndpoint,
  errorBodies,
  errorStatuses,
  invalidStatus,
  listErrors,
  type ManagementEndpoint,
  notFoundStatus,
} from './endpoint-responses.ts'
import {
  AttributesBody,
  ChangeBody,
  InvitationPage,
  InvitationParams,
  ManagedUser,
  NewInvitationBody,
  NewUserBody,
  RoleBody,
  UserPage,
  UserParams,
  UserQuery,
} from './schemas.ts'
import { teamEndpoints } from './team-endpoints.ts'

export type ManagementEndpointName = Exclude<
  Extract<RouteName, `management.${string}`>,
  'management.openapi'
>

function userChange(...texts: [string, string]) {
  return changeEndpoint(texts, UserParams, ChangeBody)
}

export const endpoints = {
  'management.users.index': {
    summary: 'List accounts',
    description: 'Returns accounts, newest first.',
    schema: { querystring: UserQuery, response: { 200: UserPage, ...listErrors } },
    statuses: { 200: 'One page of the list.', ...errorStatuses, ...invalidStatus },
  },
  'management.users.store': creationEndpoint(
    'Create an account',
    'Creates an account, and mails its owner a link to set a password.',
    NewUserBody,
  ),
  'management.users.show': {
    summary: 'Get an account',
    description: 'Returns one account.',
    schema: { params: UserParams, response: { 200: ManagedUser, ...errorBodies, 404: ErrorBody } },
    statuses: { 200: 'The account.', ...errorStatuses, ...notFoundStatus },
  },
  'management.users.lock': userChange(
    'Lock an account',
    'Nobody can sign in. Ends all sessions. The owner is told.',
  ),
  'management.users.unlock': userChange(
    'Unlock an account',
    'A lock by the operator also needs the permission `accounts.edit`.',
  ),
  'management.users.end-sessions': userChange('End all sessions', 'Signs out all devices.'),
  'management.users.send-password-link': userChange(
    'Send a password link',
    'Mails the owner a link to set a new password.',
  ),
  'management.users.send-verification': userChange(
    'Send a verification link',
    'Mails the link again. A verified address is an error.',
  ),
  'management.users.reset-two-factor': userChange(
    'Turn off two-factor',
    'For an owner who lost all second factors.',
  ),
  'management.users.change-role': changeEndpoint(
    ['Change the role', 'The token needs every permission of the new role, and of the one before.'],
    UserParams,
    RoleBody,
  ),
  'management.users.change-attributes': changeEndpoint(
    ['Change attributes', 'Sets attributes that the service manages, all or none.'],
    UserParams,
    AttributesBody,
  ),
  'management.users.delete': userChange(
    'Delete an account',
    'Starts the grace period, in which the owner or you can keep the account.',
  ),
  'management.users.keep': userChange('Keep an account', 'Ends the grace period.'),
  'management.users.export': userChange(
    'Export the data',
    'Prepares the export of all data of the account for its owner.',
  ),
  'management.invitations.index': {
    summary: 'List invitations',
    description: 'Returns open invitations, newest first.',
    schema: { querystring: PageQuery, response: { 200: InvitationPage, ...listErrors } },
    statuses: { 200: 'One page of the list.', ...errorStatuses, ...invalidStatus },
  },
  'management.invitations.store': {
    summary: 'Invite someone',
    description: 'Mails a link to create an account. It ends the link of an earlier invitation.',
    schema: { body: NewInvitationBody, response: { 204: z.undefined(), ...changeBodies } },
    statuses: { 204: 'Done.', ...changeStatuses },
  },
  'management.invitations.destroy': changeEndpoint(
    ['Revoke an invitation', 'Its link stops working.'],
    InvitationParams,
    ChangeBody,
  ),
  ...teamEndpoints,
} as const satisfies Record<ManagementEndpointName, ManagementEndpoint>

const byName: Readonly<Record<string, ManagementEndpoint>> = endpoints

/** Null for routes outside the management API. */
export function describeEndpoint(routeName: string | undefined): ManagementEndpoint | null {
  return byName[routeName ?? ''] ?? null
}
