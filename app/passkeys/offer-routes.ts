import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'

import { declinePasskeyOffer } from './passkey-offer.ts'

export function offerRoutes(app: App) {
  app.route({
    ...routeOptions('passkey-offer.destroy'),
    async handler(request, reply) {
      await declinePasskeyOffer(app.db, request.actor())
      return respond(reply, { status: 'passkey-offer-declined' })
    },
  })
}
