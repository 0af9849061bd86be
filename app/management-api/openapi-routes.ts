import { openApiDocument } from '#app/http/api/openapi.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'

import { describeEndpoint } from './management-endpoints.ts'

declare module 'fastify' {
  interface FastifyInstance {
    managementSwagger(): object
  }
}

/** Describes the endpoints that are registered after it. */
export async function openApiRoutes(app: App): Promise<void> {
  await openApiDocument(app, {
    decorator: 'managementSwagger',
    title: `${app.config.appName} management API`,
    description:
      'What a back-end can do with the accounts and teams of this installation. Send a service token with each request.',
    tokenDescription: 'A service token: `foyer_service_…`.',
    describe: describeEndpoint,
  })

  app.route({
    ...routeOptions('management.openapi'),
    handler: (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(app.managementSwagger()),
  })
}
