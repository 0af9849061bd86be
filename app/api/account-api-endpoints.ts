import { msg, type Message } from '@foyer/i18n'
import { z } from 'zod'

import type { Attribute } from '#app/attributes.ts'
import {
  attributesOutput,
  attributesPatch,
  shown,
} from '#app/custom-attributes/custom-attributes.ts'
import { ErrorBody, PageQuery, ValidationErrorBody } from '#app/platform/validation/api-schemas.ts'
import type { RouteName } from '#app/routes.ts'

import { EventList, EventsQuery, PointInTimeQuery, UserAt } from './history-schemas.ts'
import { SessionParams, SessionList, TokenParams, TokenList, User, UserUpdate } from './schemas.ts'

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
  /** For the API reference. */
  bodyExample?: object
  /** A description of each response. */
  statuses: Readonly<Record<number, Message>>
}

/** Errors that mean the same everywhere. */
export const commonErrors = {
  400: msg("The request can't be read."),
  401: msg('The API token is missing, expired or revoked.'),
  403: msg(
    "The API token doesn't have the permission or can't be used from this IP address, or the account is locked.",
  ),
  413: msg('The body is too large.'),
  415: msg("The body isn't JSON."),
  422: msg('A field is invalid. `errors` has the reasons for each field.'),
  429: msg('Too many requests. `Retry-After` has the number of seconds to wait.'),
}

const errorBodies = { 401: ErrorBody, 403: ErrorBody, 429: ErrorBody }
const errorStatuses = {
  401: commonErrors[401],
  403: commonErrors[403],
  429: commonErrors[429],
}
const invalidBody = { 422: ValidationErrorBody }
const invalidStatus = { 422: commonErrors[422] }
const destroyBodies = { 204: z.undefined(), ...errorBodies, 404: ErrorBody }
const destroyStatuses = {
  204: msg('Done.'),
  ...errorStatuses,
  404: msg('The account has no session or token with this id.'),
}

export type EndpointName = Extract<RouteName, `api.${string}.${string}`>

const endpoints = {
  'api.user.show': {
    summary: msg('Get the account'),
    description: msg(
      "Returns the API token's account, as it is now or as it was at an earlier time.",
    ),
    schema: {
      querystring: PointInTimeQuery,
      response: { 200: UserAt, ...errorBodies, ...invalidBody },
    },
    statuses: { 200: msg('The account.'), ...errorStatuses, ...invalidStatus },
  },
  'api.user.update': {
    summary: msg('Update the account'),
    description: msg(
      'Changes the name, language or time zone. Fields that you leave out stay unchanged.',
    ),
    bodyExample: { name: 'Ada Lovelace' },
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
      200: msg('The updated account.'),
      400: commonErrors[400],
      ...errorStatuses,
      413: commonErrors[413],
      415: commonErrors[415],
      ...invalidStatus,
    },
  },
  'api.history.index': {
    summary: msg('List activity'),
    description: msg("Returns the account's events, newest first."),
    schema: {
      querystring: EventsQuery,
      response: { 200: EventList, ...errorBodies, 404: ErrorBody, ...invalidBody },
    },
    statuses: {
      200: msg('One page of the list.'),
      ...errorStatuses,
      404: msg('The account never had this session.'),
      ...invalidStatus,
    },
  },
  'api.sessions.index': {
    summary: msg('List sessions'),
    description: msg("Returns the account's sessions, newest first."),
    schema: {
      querystring: PageQuery,
      response: { 200: SessionList, ...errorBodies, ...invalidBody },
    },
    statuses: { 200: msg('One page of the list.'), ...errorStatuses, ...invalidStatus },
  },
  'api.sessions.destroy': {
    summary: msg('End a session'),
    description: msg('Signs a device out right away.'),
    schema: { params: SessionParams, response: destroyBodies },
    statuses: destroyStatuses,
  },
  'api.tokens.index': {
    summary: msg('List API tokens'),
    description: msg("Returns the account's API tokens, newest first. Token values aren't stored."),
    schema: {
      querystring: PageQuery,
      response: { 200: TokenList, ...errorBodies, ...invalidBody },
    },
    statuses: { 200: msg('One page of the list.'), ...errorStatuses, ...invalidStatus },
  },
  'api.tokens.destroy': {
    summary: msg('Revoke an API token'),
    description: msg(
      'Revokes an API token right away, even the one you use. Revoking twice is fine.',
    ),
    schema: { params: TokenParams, response: destroyBodies },
    statuses: destroyStatuses,
  },
} as const satisfies Record<EndpointName, Endpoint>

export type Endpoints = ReturnType<typeof withAttributes>

/** Adds the attributes that users can see. */
export function endpointsWith(attributes: readonly Attribute[]): Endpoints {
  // Without any, neither the API nor its documentation mentions them.
  return shown(attributes).length === 0 ? (endpoints as Endpoints) : withAttributes(attributes)
}

function withAttributes(list: readonly Attribute[]) {
  const { 'api.user.show': show, 'api.user.update': update, ...others } = endpoints
  const output = { attributes: attributesOutput(list) }
  const input = { attributes: attributesPatch(list) }
  return {
    'api.user.show': {
      ...show,
      schema: {
        ...show.schema,
        response: { ...show.schema.response, 200: UserAt.extend(output).meta({ id: 'UserAt' }) },
      },
    },
    'api.user.update': {
      ...update,
      description: msg(
        'Changes the name, language, time zone or attributes. Fields that you leave out stay unchanged.',
      ),
      schema: {
        ...update.schema,
        body: UserUpdate.extend(input).meta({ id: 'UserUpdate' }),
        response: { ...update.schema.response, 200: User.extend(output).meta({ id: 'User' }) },
      },
    },
    ...others,
  } as const satisfies Record<EndpointName, Endpoint>
}

/** The names of the endpoints, in the order of the documentation. */
export const endpointNames = Object.keys(endpoints).filter(isEndpointName)

export function isEndpointName(name: string | undefined): name is EndpointName {
  return name !== undefined && Object.hasOwn(endpoints, name)
}
