import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'

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
      const { id } = request.team()
      await offerOwnership(request.context(), request.actor(), id, request.body)
      return respond(reply, {
        code: 201,
        banner: request.translator('The offer is sent. Nothing changes until it is accepted.'),
      })
    },
  })

  app.route({
    ...routeOptions('team-ownership-offer.accept'),
    async handler(request, reply) {
      const { id, name } = request.team()
      await acceptOwnership(request.context(), request.actor(), id)
      return respond(reply, {
        banner: request.translator("You're an owner of {team} now.", { team: name }),
      })
    },
  })

  app.route({
    ...routeOptions('team-ownership-offer.destroy'),
    async handler(request, reply) {
      await rateLimitTeamChange(app, request)
      const { id } = request.team()
      await withdrawOffer(request.context(), request.actor(), id)
      return respond(reply, { banner: request.translator('The offer is withdrawn.') })
    },
  })
}
