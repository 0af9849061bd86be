import swagger, { type SwaggerTransform, type SwaggerTransformObject } from '@fastify/swagger'
import { createTranslator } from '@foyer/i18n'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'

import type { App } from '#app/http/server/app-type.ts'

import { type Endpoint, type Endpoints, endpointsWith, isEndpointName } from './endpoints.ts'

/** The document is in English only. */
const toEnglish = createTranslator(null, 'en')

/** Describes the endpoints that are registered after it as OpenAPI: see `app.swagger()`. */
export async function openapi(app: App): Promise<void> {
  const { appName, origin } = app.config
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: `${appName} API`,
        version: '1',
        description:
          'What a program can do with an account. Send an API token with each request. Create one on the "API tokens" page.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: origin }],
      security: [{ token: [] }],
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'An API token: `foyer_…`.' },
        },
      },
    },
    transform: describeEndpoints(endpointsWith(app.attributes)),
    transformObject: addNamedSchemas,
  })
}

const describeEndpoints =
  (endpoints: Endpoints): SwaggerTransform =>
  (route) => {
    const { routeName, permission } = route.route.config ?? {}
    if (!isEndpointName(routeName)) return { url: route.url, schema: { hide: true } }
    const endpoint: Endpoint = endpoints[routeName]
    const { url, schema } = jsonSchemaTransform(route)
    const bodies = Object(schema.response)
    const responses = Object.entries(endpoint.statuses).map(([status, description]) => [
      status,
      describeResponse(status, toEnglish(description), bodies[status]),
    ])
    return {
      url,
      schema: {
        ...schema,
        operationId: routeName,
        summary: toEnglish(endpoint.summary),
        description: `${toEnglish(endpoint.description)} Needs the permission \`${permission ?? ''}\`.`,
        'x-permission': permission,
        response: Object.fromEntries(responses),
      },
    }
  }

function describeResponse(status: string, description: string, body: object) {
  if (status === '204') return { description, type: 'null' }
  const headers = responseHeaders[status]
  return {
    description,
    ...(headers && { headers }),
    content: { 'application/json': { schema: body } },
  }
}

const responseHeaders: Record<string, object> = {
  401: { 'WWW-Authenticate': { type: 'string' } },
  429: { 'Retry-After': { type: 'integer' } },
}

/**
 * Adds the schemas with an `id`. The library adds each once more with the suffix `Input`; the one that a request uses takes
 * the place of the other.
 */
const addNamedSchemas: SwaggerTransformObject = (source) => {
  const document = Object(jsonSchemaTransformObject(source))
  const { schemas: found, ...components } = Object(document.components)
  const schemas: Record<string, object> = Object(found)
  const paths = JSON.stringify(document.paths)
  const isUsed = (name: string) => paths.includes(`"#/components/schemas/${name}"`)
  const named = Object.keys(schemas)
    .filter((name) => !name.endsWith('Input'))
    .map((name) => [name, schemas[isUsed(`${name}Input`) ? `${name}Input` : name]])
  return {
    ...document,
    paths: JSON.parse(paths.replace(/(#\/components\/schemas\/\w+)Input"/g, '$1"')),
    components: { ...components, schemas: Object.fromEntries(named) },
  }
}
