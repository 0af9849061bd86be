import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { sendEmptyJson } from '#app/http/server/send-empty-json.ts'
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
      if (request.inertia.wantsJson) return sendEmptyJson(reply, 202)
      return reply.redirect(route('team.show', { team: slug }))
    },
  })

  app.route({
    ...routeOptions('team-deletion.destroy'),
    async handler(request, reply) {
      const { id, name, slug } = request.team()
      await rateLimitTeamChange(app, request)
      await cancelTeamDeletion(request.context(), request.actor(), id)
      if (request.inertia.wantsJson) return sendEmptyJson(reply, 200)
      const banner = request.translator("The team {team} won't be deleted.", { team: name })
      return reply.flash({ banner }).back(route('team.show', { team: slug }))
    },
  })
}
