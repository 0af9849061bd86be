import { z } from 'zod'

import { ErrorBody, PageQuery, ValidationErrorBody } from '#app/platform/validation/api-schemas.ts'
import type { RouteName } from '#app/routes.ts'

import {
  AttributesBody,
  ChangeBody,
  Created,
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

/** The schemas that validate an endpoint, and its documentation, which is in English only. */
interface ManagementEndpoint {
  summary: string
  description: string
  schema: {
    params?: z.ZodObject
    querystring?: z.ZodObject
    body?: z.ZodType
    response: Readonly<Record<number, z.ZodType>>
  }
  statuses: Readonly<Record<number, string>>
}

export type ManagementEndpointName = Exclude<
  Extract<RouteName, `management.${string}`>,
  'management.openapi'
>

const errorBodies = { 401: ErrorBody, 403: ErrorBody, 429: ErrorBody }
const errors = {
  401: 'The service token is missing, expired or revoked.',
  403: "The service token doesn't have the permission, or not all that a role has.",
  429: 'Too many requests. `Retry-After` has the number of seconds to wait.',
}
const missing = { 404: 'There is no such entry.' }
const invalid = { 422: 'A field is invalid. `errors` has the reasons for each field.' }

/** Of a list. */
const listErrors = { ...errorBodies, 422: ValidationErrorBody }
/** Of a change. */
const changeBodies = {
  ...errorBodies,
  400: ErrorBody,
  413: ErrorBody,
  415: ErrorBody,
  422: ValidationErrorBody,
}
const changeErrors = {
  400: "The request can't be read.",
  ...errors,
  413: 'The body is too large.',
  415: "The body isn't JSON.",
  ...invalid,
}

/** The endpoints that create something: they return its id. */
function creation<Body extends z.ZodType>(summary: string, description: string, body: Body) {
  return {
    summary,
    description,
    schema: { body, response: { 201: Created, ...changeBodies } },
    statuses: { 201: 'Done. The id of what was created.', ...changeErrors },
  }
}

/** The endpoints that change something. */
function change<Params extends z.ZodObject, Body extends z.ZodType>(
  [summary, description]: [string, string],
  params: Params,
  body: Body,
) {
  return {
    summary,
    description,
    schema: {
      params,
      body,
      response: { 204: z.undefined(), ...changeBodies, 404: ErrorBody },
    },
    statuses: { 204: 'Done.', ...changeErrors, ...missing },
  }
}

function userChange(...texts: [string, string]) {
  return change(texts, UserParams, ChangeBody)
}

export const endpoints = {
  'management.users.index': {
    summary: 'List accounts',
    description: 'Returns accounts, newest first.',
    schema: { querystring: UserQuery, response: { 200: UserPage, ...listErrors } },
    statuses: { 200: 'One page of the list.', ...errors, ...invalid },
  },
  'management.users.store': creation(
    'Create an account',
    'Creates an account, and mails its owner a link to set a password.',
    NewUserBody,
  ),
  'management.users.show': {
    summary: 'Get an account',
    description: 'Returns one account.',
    schema: { params: UserParams, response: { 200: ManagedUser, ...errorBodies, 404: ErrorBody } },
    statuses: { 200: 'The account.', ...errors, ...missing },
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
  'management.users.change-role': change(
    ['Change the role', 'The token needs every permission of the new role, and of the one before.'],
    UserParams,
    RoleBody,
  ),
  'management.users.change-attributes': change(
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
    statuses: { 200: 'One page of the list.', ...errors, ...invalid },
  },
  'management.invitations.store': {
    summary: 'Invite someone',
    description: 'Mails a link to create an account. It ends the link of an earlier invitation.',
    schema: { body: NewInvitationBody, response: { 204: z.undefined(), ...changeBodies } },
    statuses: { 204: 'Done.', ...changeErrors },
  },
  'management.invitations.destroy': change(
    ['Revoke an invitation', 'Its link stops working.'],
    InvitationParams,
    ChangeBody,
  ),
} as const satisfies Record<ManagementEndpointName, ManagementEndpoint>

const byName: Readonly<Record<string, ManagementEndpoint>> = endpoints

/** Null for routes of others. */
export function describeEndpoint(routeName: string | undefined): ManagementEndpoint | null {
  return byName[routeName ?? ''] ?? null
}
