import { say, type Sentence } from '@foyer/sentences'
import type { z } from 'zod'

import type { RouteName } from '#app/routes.ts'

import { Events, EventsQuery, MomentQuery, UserAt } from './past.ts'
import {
  InvalidProblem,
  Page,
  Problem,
  SessionPath,
  Sessions,
  TokenPath,
  Tokens,
  User,
  UserChange,
} from './shapes.ts'

/** What a program may ask, with the very schemas that check it. Method, path and permission stand in app/routes.ts. */
export interface Endpoint {
  /** A verb and its object. */
  summary: Sentence
  description: Sentence
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** The body of each answer by its status; null where there is none. */
  answers: Readonly<Record<number, { description: Sentence; body: z.ZodType | null }>>
}

const refusals = {
  401: { description: say('No token, or none that works.'), body: Problem },
  403: {
    description: say(
      'The token lacks the permission, may not be used from here, or the account is shut.',
    ),
    body: Problem,
  },
  429: {
    description: say('Too many requests; Retry-After says how long to wait.'),
    body: Problem,
  },
}
const malformed = { 400: { description: say('The request cannot be read.'), body: Problem } }
const invalid = { 422: { description: say('A field cannot be used.'), body: InvalidProblem } }
const unknown = { 404: { description: say('The account has none with this id.'), body: Problem } }
const unknownSession = {
  404: { description: say('The account never had this session.'), body: Problem },
}
const done = { 204: { description: say('Done.'), body: null } }

export type EndpointName = Extract<RouteName, `api.${string}.${string}`>

export const endpoints: Readonly<Record<EndpointName, Endpoint>> = {
  'api.user.show': {
    summary: say('Show the account'),
    description: say('The account that the token belongs to, as it is or as it was.'),
    query: MomentQuery,
    answers: { 200: { description: say('The account.'), body: UserAt }, ...refusals, ...invalid },
  },
  'api.user.update': {
    summary: say('Change the account'),
    description: say('Changes the name, the language or the time zone.'),
    body: UserChange,
    answers: {
      200: { description: say('The account as it is now.'), body: User },
      ...malformed,
      ...refusals,
      413: { description: say('The body is larger than 128 kB.'), body: Problem },
      415: { description: say('The body is not JSON.'), body: Problem },
      ...invalid,
    },
  },
  'api.history.index': {
    summary: say('List what happened'),
    description: say('The events of the account’s record, the newest first.'),
    query: EventsQuery,
    answers: {
      200: { description: say('One page.'), body: Events },
      ...refusals,
      ...unknownSession,
      ...invalid,
    },
  },
  'api.sessions.index': {
    summary: say('List the sessions'),
    description: say('Where the account is signed in, the newest first.'),
    query: Page,
    answers: { 200: { description: say('One page.'), body: Sessions }, ...refusals, ...invalid },
  },
  'api.sessions.destroy': {
    summary: say('End a session'),
    description: say('Signs one browser out, at once.'),
    params: SessionPath,
    answers: { ...done, ...refusals, ...unknown },
  },
  'api.tokens.index': {
    summary: say('List the tokens'),
    description: say('The API tokens of the account, the newest first. Their texts are not kept.'),
    query: Page,
    answers: { 200: { description: say('One page.'), body: Tokens }, ...refusals, ...invalid },
  },
  'api.tokens.destroy': {
    summary: say('Revoke a token'),
    description: say(
      'Ends a token at once, the one that asks included. Revoking it again is no mistake.',
    ),
    params: TokenPath,
    answers: { ...done, ...refusals, ...unknown },
  },
}
