import swagger, { type SwaggerTransform, type SwaggerTransformObject } from '@fastify/swagger'
import { createTranslator } from '@foyer/i18n'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'

import type { App } from '#app/http/server/app-type.ts'

import { type Endpoint, endpoints, isEndpointName } from './endpoints.ts'

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
          'What a program may do with an account. Each request carries an API token; the account page makes them.',
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
    transform: describeEndpoint,
    transformObject: addNamedSchemas,
  })
}

const describeEndpoint: SwaggerTransform = (route) => {
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

/** Adds the schemas with an `id`. The library adds each as an input, too; requests use none. */
const addNamedSchemas: SwaggerTransformObject = (source) => {
  const document = jsonSchemaTransformObject(source)
  const { schemas, ...components } = Object(Object(document).components)
  const outputs = Object.entries(Object(schemas)).filter(([name]) => !name.endsWith('Input'))
  return { ...document, components: { ...components, schemas: Object.fromEntries(outputs) } }
}
