import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { route } from '#app/platform/route.ts'

import { cancelTeamDeletion, DeleteTeamForm, requestTeamDeletion } from './delete-team.ts'
import { rateLimitTeamChange } from './requirement-routes.ts'

export function deletionRoutes(app: App) {
  app.route({
    ...routeOptions('team.destroy'),
    schema: { body: DeleteTeamForm },
    async handler(request, reply) {
      const { id, slug } = request.team()
      await rateLimitTeamChange(app, request)
      await requestTeamDeletion(request.context(), request.actor(), id, request.body)
      return respond(reply, { code: 202, to: route('team.show', { team: slug }) })
    },
  })

  app.route({
    ...routeOptions('team-deletion.destroy'),
    async handler(request, reply) {
      const { id, name } = request.team()
      await rateLimitTeamChange(app, request)
      await cancelTeamDeletion(request.context(), request.actor(), id)
      return respond(reply, {
        banner: request.translator("The team {team} won't be deleted.", { team: name }),
      })
    },
  })
}
