import { msg, type Message } from '@foyer/i18n'
import { z } from 'zod'

import type { RouteName } from '#app/routes.ts'

import { EventList, EventsQuery, PointInTimeQuery, UserAt } from './history-schemas.ts'
import {
  ValidationErrorBody,
  PageQuery,
  ErrorBody,
  SessionParams,
  SessionList,
  TokenParams,
  TokenList,
  User,
  UserUpdate,
} from './schemas.ts'

/** The schemas that validate an endpoint, and its documentation. Method, path and permission are in app/routes.ts. */
export interface Endpoint {
  /** Verb and object, such as "List the tokens". */
  summary: Message
  description: Message
  schema: {
    params?: z.ZodObject
    querystring?: z.ZodObject
    body?: z.ZodObject
    response: Readonly<Record<number, z.ZodType>>
  }
  /** A description of each response. */
  statuses: Readonly<Record<number, Message>>
}

const errorBodies = { 401: ErrorBody, 403: ErrorBody, 429: ErrorBody }
const errorStatuses = {
  401: msg('No token, or none that works.'),
  403: msg('The token lacks the permission, may not be used from here, or the account is shut.'),
  429: msg('Too many requests; Retry-After says how long to wait.'),
}
const invalidBody = { 422: ValidationErrorBody }
const invalidStatus = { 422: msg('A field cannot be used.') }
const destroyBodies = { 204: z.undefined(), ...errorBodies, 404: ErrorBody }
const destroyStatuses = {
  204: msg('Done.'),
  ...errorStatuses,
  404: msg('The account has none with this id.'),
}

export type EndpointName = Extract<RouteName, `api.${string}.${string}`>

export const endpoints = {
  'api.user.show': {
    summary: msg('Show the account'),
    description: msg('The account that the token belongs to, as it is or as it was.'),
    schema: {
      querystring: PointInTimeQuery,
      response: { 200: UserAt, ...errorBodies, ...invalidBody },
    },
    statuses: { 200: msg('The account.'), ...errorStatuses, ...invalidStatus },
  },
  'api.user.update': {
    summary: msg('Change the account'),
    description: msg('Changes the name, the language or the time zone.'),
    schema: {
      body: UserUpdate,
      response: {
        200: User,
        400: ErrorBody,
        ...errorBodies,
        413: ErrorBody,
        415: ErrorBody,
        ...invalidBody,
      },
    },
    statuses: {
      200: msg('The account as it is now.'),
      400: msg('The request cannot be read.'),
      ...errorStatuses,
      413: msg('The body is larger than 128 kB.'),
      415: msg('The body is not JSON.'),
      ...invalidStatus,
    },
  },
  'api.history.index': {
    summary: msg('List what happened'),
    description: msg('The events of the account’s record, the newest first.'),
    schema: {
      querystring: EventsQuery,
      response: { 200: EventList, ...errorBodies, 404: ErrorBody, ...invalidBody },
    },
    statuses: {
      200: msg('One page.'),
      ...errorStatuses,
      404: msg('The account never had this session.'),
      ...invalidStatus,
    },
  },
  'api.sessions.index': {
    summary: msg('List the sessions'),
    description: msg('Where the account is signed in, the newest first.'),
    schema: {
      querystring: PageQuery,
      response: { 200: SessionList, ...errorBodies, ...invalidBody },
    },
    statuses: { 200: msg('One page.'), ...errorStatuses, ...invalidStatus },
  },
  'api.sessions.destroy': {
    summary: msg('End a session'),
    description: msg('Signs one browser out, at once.'),
    schema: { params: SessionParams, response: destroyBodies },
    statuses: destroyStatuses,
  },
  'api.tokens.index': {
    summary: msg('List the tokens'),
    description: msg('The API tokens of the account, the newest first. Their texts are not kept.'),
    schema: {
      querystring: PageQuery,
      response: { 200: TokenList, ...errorBodies, ...invalidBody },
    },
    statuses: { 200: msg('One page.'), ...errorStatuses, ...invalidStatus },
  },
  'api.tokens.destroy': {
    summary: msg('Revoke a token'),
    description: msg(
      'Ends a token at once, the one that asks included. Revoking it again is no mistake.',
    ),
    schema: { params: TokenParams, response: destroyBodies },
    statuses: destroyStatuses,
  },
} as const satisfies Record<EndpointName, Endpoint>

/** In the order of the documentation. */
export const endpointNames = Object.keys(endpoints).filter(isEndpointName)

export function isEndpointName(name: string | undefined): name is EndpointName {
  return name !== undefined && Object.hasOwn(endpoints, name)
}
