import { msg, type Message } from '@foyer/i18n'
import type { z } from 'zod'

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

/** Documents one endpoint with the schemas that validate it. Method, path and permission are in app/routes.ts. */
export interface Endpoint {
  /** Verb and object, such as "List the tokens". */
  summary: Message
  description: Message
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** By status; the body is null when the response has none. */
  responses: Readonly<Record<number, { description: Message; body: z.ZodType | null }>>
}

const errorResponses = {
  401: { description: msg('No token, or none that works.'), body: ErrorBody },
  403: {
    description: msg(
      'The token lacks the permission, may not be used from here, or the account is shut.',
    ),
    body: ErrorBody,
  },
  429: {
    description: msg('Too many requests; Retry-After says how long to wait.'),
    body: ErrorBody,
  },
}
const malformedResponse = {
  400: { description: msg('The request cannot be read.'), body: ErrorBody },
}
const invalidResponse = {
  422: { description: msg('A field cannot be used.'), body: ValidationErrorBody },
}
const notFoundResponse = {
  404: { description: msg('The account has none with this id.'), body: ErrorBody },
}
const sessionNotFoundResponse = {
  404: { description: msg('The account never had this session.'), body: ErrorBody },
}
const noContentResponse = { 204: { description: msg('Done.'), body: null } }

export type EndpointName = Extract<RouteName, `api.${string}.${string}`>

export const endpoints: Readonly<Record<EndpointName, Endpoint>> = {
  'api.user.show': {
    summary: msg('Show the account'),
    description: msg('The account that the token belongs to, as it is or as it was.'),
    query: PointInTimeQuery,
    responses: {
      200: { description: msg('The account.'), body: UserAt },
      ...errorResponses,
      ...invalidResponse,
    },
  },
  'api.user.update': {
    summary: msg('Change the account'),
    description: msg('Changes the name, the language or the time zone.'),
    body: UserUpdate,
    responses: {
      200: { description: msg('The account as it is now.'), body: User },
      ...malformedResponse,
      ...errorResponses,
      413: { description: msg('The body is larger than 128 kB.'), body: ErrorBody },
      415: { description: msg('The body is not JSON.'), body: ErrorBody },
      ...invalidResponse,
    },
  },
  'api.history.index': {
    summary: msg('List what happened'),
    description: msg('The events of the account’s record, the newest first.'),
    query: EventsQuery,
    responses: {
      200: { description: msg('One page.'), body: EventList },
      ...errorResponses,
      ...sessionNotFoundResponse,
      ...invalidResponse,
    },
  },
  'api.sessions.index': {
    summary: msg('List the sessions'),
    description: msg('Where the account is signed in, the newest first.'),
    query: PageQuery,
    responses: {
      200: { description: msg('One page.'), body: SessionList },
      ...errorResponses,
      ...invalidResponse,
    },
  },
  'api.sessions.destroy': {
    summary: msg('End a session'),
    description: msg('Signs one browser out, at once.'),
    params: SessionParams,
    responses: { ...noContentResponse, ...errorResponses, ...notFoundResponse },
  },
  'api.tokens.index': {
    summary: msg('List the tokens'),
    description: msg('The API tokens of the account, the newest first. Their texts are not kept.'),
    query: PageQuery,
    responses: {
      200: { description: msg('One page.'), body: TokenList },
      ...errorResponses,
      ...invalidResponse,
    },
  },
  'api.tokens.destroy': {
    summary: msg('Revoke a token'),
    description: msg(
      'Ends a token at once, the one that asks included. Revoking it again is no mistake.',
    ),
    params: TokenParams,
    responses: { ...noContentResponse, ...errorResponses, ...notFoundResponse },
  },
}
