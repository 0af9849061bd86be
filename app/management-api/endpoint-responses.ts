import { z } from 'zod'

import { ErrorBody, ValidationErrorBody } from '#app/platform/validation/api-schemas.ts'

import { Created } from './schemas.ts'

/** The schemas that validate an endpoint, and its documentation, which is in English only. */
export interface ManagementEndpoint {
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

export const errorBodies = { 401: ErrorBody, 403: ErrorBody, 429: ErrorBody }
export const errorStatuses = {
  401: 'The service token is missing, expired or revoked.',
  403: "The service token doesn't have the permission, or not all that a role has.",
  429: 'Too many requests. `Retry-After` has the number of seconds to wait.',
}
export const notFoundStatus = { 404: 'There is no such entry.' }
export const invalidStatus = { 422: 'A field is invalid. `errors` has the reasons for each field.' }

export const listErrors = { ...errorBodies, 422: ValidationErrorBody }
export const changeBodies = {
  ...errorBodies,
  400: ErrorBody,
  413: ErrorBody,
  415: ErrorBody,
  422: ValidationErrorBody,
}
export const changeStatuses = {
  400: "The request can't be read.",
  ...errorStatuses,
  413: 'The body is too large.',
  415: "The body isn't JSON.",
  ...invalidStatus,
}

/** The endpoints that create something: they return its id. */
export function creationEndpoint<Body extends z.ZodType>(
  summary: string,
  description: string,
  body: Body,
) {
  return {
    summary,
    description,
    schema: { body, response: { 201: Created, ...changeBodies } },
    statuses: { 201: 'Done. The id of what was created.', ...changeStatuses },
  }
}

export function changeEndpoint<Params extends z.ZodObject, Body extends z.ZodType>(
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
    statuses: { 204: 'Done.', ...changeStatuses, ...notFoundStatus },
  }
}
