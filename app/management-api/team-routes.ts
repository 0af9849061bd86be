import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { inviteAsOperator } from '#app/team-invitations/team-invitations.ts'
import { operatorTeamChanges } from '#app/teams/teams.ts'

import { runIdempotently } from './idempotent-reply.ts'
import { endpoints } from './management-endpoints.ts'
import { type ManagementContext, performedByService } from './service-actor.ts'
import { listTeamMembers, listTeams, showTeam } from './team-lists.ts'

type Target = Parameters<typeof operatorTeamChanges.delete>[1]

export function managementTeamRoutes(app: App): void {
  listRoutes(app)
  updateRoutes(app)
  memberRoutes(app)
  deletionRoutes(app)
}

function listRoutes(app: App): void {
  app.route({
    ...routeOptions('management.teams.index'),
    schema: endpoints['management.teams.index'].schema,
    handler: (request) => listTeams(app.db, request.query),
  })

  app.route({
    ...routeOptions('management.teams.show'),
    schema: endpoints['management.teams.show'].schema,
    handler: (request) => showTeam(app, request.params.team),
  })

  app.route({
    ...routeOptions('management.teams.members'),
    schema: endpoints['management.teams.members'].schema,
    handler: (request) => listTeamMembers(app, request.params.team, request.query),
  })
}

function updateRoutes(app: App): void {
  app.route({
    ...routeOptions('management.teams.store'),
    schema: endpoints['management.teams.store'].schema,
    handler(request, reply) {
      const { reason = null, ...form } = request.body
      const performedBy = performedByService(request.serviceToken(), reason ?? null)
      return runIdempotently(request, reply, form.owner, async (context) => ({
        status: 201,
        body: { id: await operatorTeamChanges.create(context, performedBy, form) },
      }))
    },
  })

  app.route({
    ...routeOptions('management.teams.update'),
    schema: endpoints['management.teams.update'].schema,
    handler(request, reply) {
      const { reason, ...form } = request.body
      return changeTeam(
        request,
        reply,
        { teamId: request.params.team, reason },
        (context, target) => operatorTeamChanges.update(context, target, form),
      )
    },
  })

  app.route({
    ...routeOptions('management.teams.seat-limit'),
    schema: endpoints['management.teams.seat-limit'].schema,
    handler(request, reply) {
      const { reason, seat_limit } = request.body
      return changeTeam(
        request,
        reply,
        { teamId: request.params.team, reason },
        (context, target) => operatorTeamChanges.setSeatLimit(context, target, seat_limit),
      )
    },
  })
}

function memberRoutes(app: App): void {
  app.route({
    ...routeOptions('management.teams.invite'),
    schema: endpoints['management.teams.invite'].schema,
    handler(request, reply) {
      const { reason, ...invited } = request.body
      const { team: teamId } = request.params
      return changeTeam(request, reply, { teamId, reason }, (context, target) =>
        inviteAsOperator(context, target, invited),
      )
    },
  })

  app.route({
    ...routeOptions('management.teams.change-role'),
    schema: endpoints['management.teams.change-role'].schema,
    handler(request, reply) {
      const { team: teamId, member: userId } = request.params
      const { reason, role } = request.body
      return changeTeam(request, reply, { teamId, reason }, (context, target) =>
        operatorTeamChanges.changeRole(context, target, { userId, role }),
      )
    },
  })

  app.route({
    ...routeOptions('management.teams.remove-member'),
    schema: endpoints['management.teams.remove-member'].schema,
    handler(request, reply) {
      const { team: teamId, member } = request.params
      const reason = request.body?.reason
      return changeTeam(request, reply, { teamId, reason }, (context, target) =>
        operatorTeamChanges.removeMember(context, target, member),
      )
    },
  })
}

function deletionRoutes(app: App): void {
  app.route({
    ...routeOptions('management.teams.delete'),
    schema: endpoints['management.teams.delete'].schema,
    handler(request, reply) {
      const reason = request.body?.reason
      return changeTeam(
        request,
        reply,
        { teamId: request.params.team, reason },
        operatorTeamChanges.delete,
      )
    },
  })

  app.route({
    ...routeOptions('management.teams.keep'),
    schema: endpoints['management.teams.keep'].schema,
    handler(request, reply) {
      const reason = request.body?.reason
      return changeTeam(
        request,
        reply,
        { teamId: request.params.team, reason },
        operatorTeamChanges.cancelDeletion,
      )
    },
  })
}

interface ChangedTeam {
  teamId: string
  reason: string | undefined
}

function changeTeam(
  request: FastifyRequest,
  reply: FastifyReply,
  { teamId, reason }: ChangedTeam,
  change: (context: ManagementContext, target: Target) => Promise<void>,
): Promise<void> {
  const performedBy = performedByService(request.serviceToken(), reason ?? null)
  return runIdempotently(request, reply, { teamId }, async (context) => {
    await change(context, { teamId, performedBy })
    return { status: 204 }
  })
}
