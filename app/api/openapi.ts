import { createTranslator } from '@foyer/i18n'
import { z } from 'zod'

import type { Config } from '#app/platform/config/config.ts'
import { type Route, routes } from '#app/routes.ts'

import { type Endpoint, type EndpointName, endpoints } from './endpoints.ts'

type JsonObject = Record<string, unknown>

/** Programmers read it in one language. */
const toEnglish = createTranslator(null, 'en')

/** The API in the words programs read. @see OpenAPI 3.1.1 */
export function openapi({ appName, origin }: Pick<Config, 'appName' | 'origin'>): JsonObject {
  return {
    openapi: '3.1.1',
    info: {
      title: `${appName} API`,
      version: '1',
      description:
        'What a program may do with an account. Each request carries an API token; the account page makes them.',
    },
    servers: [{ url: origin }],
    security: [{ token: [] }],
    paths: buildPaths(),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token: `foyer_…`.' },
      },
    },
  }
}

function buildPaths(): Record<string, JsonObject> {
  const result: Record<string, JsonObject> = {}
  for (const [name, endpoint] of endpointEntries()) {
    const { path, method }: Route = routes[name]
    result[path] = { ...result[path], [method.toLowerCase()]: buildOperation(name, endpoint) }
  }
  return result
}

export function endpointEntries(): [EndpointName, Endpoint][] {
  return Object.entries(endpoints).filter((it): it is [EndpointName, Endpoint] =>
    Object.hasOwn(routes, it[0]),
  )
}

function buildOperation(name: EndpointName, endpoint: Endpoint): JsonObject {
  const { permission }: Route = routes[name]
  const { summary, description, params, query, body, responses } = endpoint
  const parameters = [
    ...(params ? buildParameters(params, 'path') : []),
    ...(query ? buildParameters(query, 'query') : []),
  ]
  return {
    operationId: name,
    summary: toEnglish(summary),
    description: `${toEnglish(description)} Needs the permission \`${permission ?? ''}\`.`,
    'x-permission': permission,
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: jsonContent(toJsonSchema(body, 'input')) },
    }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, { description: text, body: bodySchema }]) => [
        status,
        {
          description: toEnglish(text),
          ...responseHeaders(status),
          ...(bodySchema && { content: jsonContent(toJsonSchema(bodySchema, 'output')) }),
        },
      ]),
    ),
  }
}

function buildParameters(zodObject: z.ZodObject, location: 'path' | 'query'): JsonObject[] {
  return Object.entries(zodObject.shape).map(([name, field]) => {
    const { description, ...schema } = toJsonSchema(field, 'input')
    return {
      name,
      in: location,
      required: location === 'path',
      ...(typeof description === 'string' && { description }),
      schema,
    }
  })
}

export function toJsonSchema(zodSchema: z.core.$ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(zodSchema, { io, unrepresentable: 'any' })
  return schema
}

function jsonContent(schema: JsonObject): JsonObject {
  return { 'application/json': { schema } }
}

function responseHeaders(status: string): JsonObject {
  const text = { schema: { type: 'string' } }
  if (status === '401') return { headers: { 'WWW-Authenticate': text } }
  if (status === '429') return { headers: { 'Retry-After': { schema: { type: 'integer' } } } }
  return {}
}
