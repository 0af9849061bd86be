import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { sendEmptyJson } from '#app/http/server/send-empty-json.ts'
import { route } from '#app/platform/route.ts'

import {
  acceptOwnership,
  OwnershipOfferForm,
  offerOwnership,
  withdrawOffer,
} from './ownership-offer.ts'
import { rateLimitTeamChange } from './requirement-routes.ts'

export function ownershipOfferRoutes(app: App) {
  app.route({
    ...routeOptions('team-ownership-offer.store'),
    schema: { body: OwnershipOfferForm },
    async handler(request, reply) {
      await rateLimitTeamChange(app, request)
      const { id, slug } = request.team()
      await offerOwnership(request.context(), request.actor(), id, request.body)
      if (request.inertia.wantsJson) return sendEmptyJson(reply, 201)
      return reply
        .flash({
          banner: request.translator('The offer is sent. Nothing changes until it is accepted.'),
        })
        .back(route('team.settings', { team: slug }))
    },
  })

  app.route({
    ...routeOptions('team-ownership-offer.accept'),
    async handler(request, reply) {
      const { id, name, slug } = request.team()
      await acceptOwnership(request.context(), request.actor(), id)
      if (request.inertia.wantsJson) return sendEmptyJson(reply, 200)
      const banner = request.translator("You're an owner of {team} now.", { team: name })
      return reply.flash({ banner }).back(route('team.settings', { team: slug }))
    },
  })

  app.route({
    ...routeOptions('team-ownership-offer.destroy'),
    async handler(request, reply) {
      await rateLimitTeamChange(app, request)
      const { id, slug } = request.team()
      await withdrawOffer(request.context(), request.actor(), id)
      if (request.inertia.wantsJson) return sendEmptyJson(reply, 200)
      return reply
        .flash({ banner: request.translator('The offer is withdrawn.') })
        .back(route('team.settings', { team: slug }))
    },
  })
}
