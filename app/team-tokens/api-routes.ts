import { openApiDocument } from '#app/http/api/openapi.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { machineEndpoint } from '#app/http/server/route-options.ts'
import { teamInvitationMails } from '#app/team-invitations/limits.ts'

import { listInvitations, listMembers, readTeam } from './api-lists.ts'
import { inviteWithToken, revokeInvitationWithToken } from './invite-with-token.ts'
import { describeTeamEndpoint, endpoints } from './team-api-endpoints.ts'

declare module 'fastify' {
  interface FastifyInstance {
    teamSwagger(): object
  }
}

/** The JSON API of a team. team-token-auth.ts enforces the access rules of the route table. */
export async function teamApiRoutes(app: App): Promise<void> {
  await openApiDocument(app, {
    decorator: 'teamSwagger',
    title: `${app.config.appName} API of a team`,
    description:
      'What a program can do for a team. Send an API token of the team with each request.',
    tokenDescription: 'An API token of a team: `foyer_team_…`.',
    describe: describeTeamEndpoint,
  })

  app.route({
    ...machineEndpoint('team-api.openapi'),
    handler: (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(app.teamSwagger()),
  })
  listRoutes(app)
  invitationRoutes(app)
}

function listRoutes(app: App): void {
  app.route({
    ...machineEndpoint('team-api.show'),
    schema: endpoints['team-api.show'].schema,
    handler: (request) => readTeam(request.context(), request.teamToken()),
  })

  app.route({
    ...machineEndpoint('team-api.members'),
    schema: endpoints['team-api.members'].schema,
    handler: (request) => listMembers(request.context(), request.teamToken(), request.query),
  })
}

function invitationRoutes(app: App): void {
  app.route({
    ...machineEndpoint('team-api.invitations'),
    schema: endpoints['team-api.invitations'].schema,
    handler: (request) => listInvitations(request.context(), request.teamToken(), request.query),
  })

  app.route({
    ...machineEndpoint('team-api.invite'),
    schema: endpoints['team-api.invite'].schema,
    async handler(request, reply) {
      const token = request.teamToken()
      const attempt = { accountKey: token.teamId, limits: teamInvitationMails }
      await rateLimit(app, request, { action: 'team-invitation', ...attempt })
      const id = await inviteWithToken(request.context(), token, request.body)
      return reply.code(201).send({ id })
    },
  })

  app.route({
    ...machineEndpoint('team-api.revoke-invitation'),
    schema: endpoints['team-api.revoke-invitation'].schema,
    async handler(request, reply) {
      const { invitation } = request.params
      await revokeInvitationWithToken(request.context(), request.teamToken(), invitation)
      return reply.code(204).send()
    },
  })
}
