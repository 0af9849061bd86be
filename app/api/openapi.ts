import { text } from '@foyer/sentences'
import { z } from 'zod'

import type { Config } from '#app/platform/config.ts'
import { type Route, routes } from '#app/routes.ts'

import { type Endpoint, type EndpointName, endpoints } from './endpoints.ts'

type Json = Record<string, unknown>

/** Programmers read it in one language. */
const english = text(null, 'en')

/** The API in the words programs read. @see OpenAPI 3.1.1 */
export function openapi({ appName, origin }: Pick<Config, 'appName' | 'origin'>): Json {
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
    paths: paths(),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token: `foyer_…`.' },
      },
    },
  }
}

function paths(): Record<string, Json> {
  const found: Record<string, Json> = {}
  for (const [name, endpoint] of entries()) {
    const { path, method }: Route = routes[name]
    found[path] = { ...found[path], [method.toLowerCase()]: operation(name, endpoint) }
  }
  return found
}

export function entries(): [EndpointName, Endpoint][] {
  return Object.entries(endpoints).filter((it): it is [EndpointName, Endpoint] =>
    Object.hasOwn(routes, it[0]),
  )
}

function operation(name: EndpointName, endpoint: Endpoint): Json {
  const { ability }: Route = routes[name]
  const { summary, description, params, query, body, answers } = endpoint
  const parameters = [
    ...(params ? parametersOf(params, 'path') : []),
    ...(query ? parametersOf(query, 'query') : []),
  ]
  return {
    operationId: name,
    summary: english(summary),
    description: `${english(description)} Needs the permission \`${ability ?? ''}\`.`,
    'x-permission': ability,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: content(schemaOf(body, 'input')) } }),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, { description: what, body: shape }]) => [
        status,
        {
          description: english(what),
          ...headersOf(status),
          ...(shape && { content: content(schemaOf(shape, 'output')) }),
        },
      ]),
    ),
  }
}

function parametersOf(shape: z.ZodObject, place: 'path' | 'query'): Json[] {
  return Object.entries(shape.shape).map(([name, field]) => {
    const { description, ...schema } = schemaOf(field, 'input')
    return {
      name,
      in: place,
      required: place === 'path',
      ...(typeof description === 'string' && { description }),
      schema,
    }
  })
}

export function schemaOf(shape: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' })
  return schema
}

function content(schema: Json): Json {
  return { 'application/json': { schema } }
}

function headersOf(status: string): Json {
  const text = { schema: { type: 'string' } }
  if (status === '401') return { headers: { 'WWW-Authenticate': text } }
  if (status === '429') return { headers: { 'Retry-After': { schema: { type: 'integer' } } } }
  return {}
}
