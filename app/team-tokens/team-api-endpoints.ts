import { z } from 'zod'

import { ErrorBody, PageQuery, ValidationErrorBody } from '#app/platform/validation/api-schemas.ts'

import {
  InvitationBody,
  InvitationCreated,
  InvitationPage,
  InvitationParams,
  MemberPage,
  Team,
} from './api-schemas.ts'

const errorBodies = { 401: ErrorBody, 403: ErrorBody, 429: ErrorBody }
const errors = {
  401: 'The token is missing, expired or revoked.',
  403: "The token doesn't have the permission, or not all that a role has.",
  429: 'Too many requests. `Retry-After` has the number of seconds to wait.',
}
const invalid = { 422: 'A field is invalid. `errors` has the reasons for each field.' }
const pageStatuses = { 200: 'One page of the list.', ...errors, ...invalid }

/** Its documentation is in English only. Method, path and permission are in the route table. */
export const endpoints = {
  'team-api.show': {
    summary: 'Get the team',
    description: 'Returns the team of the token.',
    schema: { response: { 200: Team, ...errorBodies } },
    statuses: { 200: 'The team.', ...errors },
  },
  'team-api.members': {
    summary: 'List the members',
    description: 'Returns members with their roles, by the id of their account.',
    schema: {
      querystring: PageQuery,
      response: { 200: MemberPage, ...errorBodies, 422: ValidationErrorBody },
    },
    statuses: pageStatuses,
  },
  'team-api.invitations': {
    summary: 'List the invitations',
    description: 'Returns open invitations, newest first.',
    schema: {
      querystring: PageQuery,
      response: { 200: InvitationPage, ...errorBodies, 422: ValidationErrorBody },
    },
    statuses: pageStatuses,
  },
  'team-api.invite': {
    summary: 'Invite somebody',
    description: 'Mails a link to join the team.',
    schema: {
      body: InvitationBody,
      response: {
        201: InvitationCreated,
        ...errorBodies,
        400: ErrorBody,
        413: ErrorBody,
        415: ErrorBody,
        422: ValidationErrorBody,
      },
    },
    statuses: {
      201: 'Done. The id of the invitation.',
      400: "The request can't be read.",
      ...errors,
      413: 'The body is too large.',
      415: "The body isn't JSON.",
      ...invalid,
    },
  },
  'team-api.revoke-invitation': {
    summary: 'Revoke an invitation',
    description: 'Its link stops working.',
    schema: {
      params: InvitationParams,
      response: { 204: z.undefined(), ...errorBodies, 404: ErrorBody },
    },
    statuses: { 204: 'Done.', ...errors, 404: 'The team has no such invitation.' },
  },
} as const

const byName: Readonly<Record<string, (typeof endpoints)[keyof typeof endpoints]>> = endpoints

/** Null for routes of others. */
export function describeTeamEndpoint(routeName: string | undefined) {
  return byName[routeName ?? ''] ?? null
}
