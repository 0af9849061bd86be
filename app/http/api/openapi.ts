import swagger, { type SwaggerTransform, type SwaggerTransformObject } from '@fastify/swagger'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'

import type { App } from '#app/http/server/app-type.ts'

interface OpenApiDocument {
  /** The method of the app that returns the document. */
  decorator: 'swagger' | 'managementSwagger' | 'teamSwagger'
  title: string
  description: string
  tokenDescription: string
  /** Describes a route in English; null for routes that are not part of the document. */
  describe(routeName: string | undefined): EndpointDescription | null
}

interface EndpointDescription {
  summary: string
  description: string
  /** A description of each response. */
  statuses: Readonly<Record<number, string>>
}

/** Describes the routes that are registered after it as OpenAPI. */
export async function openApiDocument(app: App, document: OpenApiDocument): Promise<void> {
  const { decorator, title, description, tokenDescription } = document
  await app.register(swagger, {
    decorator,
    openapi: {
      openapi: '3.1.1',
      info: { title, version: '1', description, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: app.config.origin }],
      security: [{ token: [] }],
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: tokenDescription },
        },
      },
    },
    transform: describeEndpoints(document),
    transformObject: addNamedSchemas,
  })
}

const describeEndpoints =
  ({ describe }: OpenApiDocument): SwaggerTransform =>
  (route) => {
    const { routeName, permission } = route.route.config ?? {}
    const endpoint = describe(routeName)
    if (!routeName || !endpoint) return { url: route.url, schema: { hide: true } }
    const { url, schema } = jsonSchemaTransform(route)
    const bodies = Object(schema.response)
    const responses = Object.entries(endpoint.statuses).map(([status, text]) => [
      status,
      describeResponse(status, text, bodies[status]),
    ])
    return {
      url,
      schema: {
        ...schema,
        operationId: routeName,
        summary: endpoint.summary,
        description: `${endpoint.description} Needs the permission \`${permission ?? ''}\`.`,
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
 * Adds the schemas with an `id` that the document refers to. The library adds each once more with the suffix `Input`; the one
 * that a request uses takes the place of the other.
 */
const addNamedSchemas: SwaggerTransformObject = (source) => {
  const document = Object(jsonSchemaTransformObject(source))
  const { schemas: found, ...components } = Object(document.components)
  const schemas: Record<string, object> = Object(found)
  const paths = JSON.stringify(document.paths)
  const named = [...usedNames(paths, schemas)].map((name) => {
    const input = `${name}Input`
    return [name, schemas[paths.includes(reference(input)) ? input : name]]
  })
  return {
    ...document,
    paths: JSON.parse(withoutInput(paths)),
    components: { ...components, schemas: Object.fromEntries(named.toSorted()) },
  }
}

/** Names of the schemas that the paths refer to, directly or through others. */
function usedNames(text: string, schemas: Record<string, object>, known = new Set<string>()) {
  for (const [, name = ''] of withoutInput(text).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (known.has(name)) continue
    known.add(name)
    usedNames(JSON.stringify(schemas[name]), schemas, known)
  }
  return known
}

function reference(name: string): string {
  return `"#/components/schemas/${name}"`
}

function withoutInput(text: string): string {
  return text.replace(/(#\/components\/schemas\/\w+)Input"/g, '$1"')
}
