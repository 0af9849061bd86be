import { z } from 'zod'

import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { route } from '#app/platform/route.ts'

import { accessRequest, approveAccess } from './approve-access.ts'
import { endAccess } from './end-access.ts'

const AccessParams = z.object({ access: z.string() })

export function supportAccessRoutes(app: App) {
  app.route({
    ...routeOptions('support-access.show'),
    schema: { params: AccessParams },
    async handler(request, reply) {
      const found = await accessRequest(app.db, request.actor(), request.params.access)
      const action = route('support-access.store', request.params)
      return reply.page('Auth/SupportAccess', { request: found, action })
    },
  })

  app.route({
    ...routeOptions('support-access.store'),
    schema: { params: AccessParams },
    async handler(request, reply) {
      await approveAccess(request.context(), request.actor(), request.params.access)
      return respond(reply, { code: 204, to: route('dashboard') })
    },
  })

  app.route({
    ...routeOptions('support-access.destroy'),
    schema: { params: AccessParams },
    async handler(request, reply) {
      const actor = request.actor()
      const { name } = request.currentUser()
      const account = await endAccess(request.context(), actor, { ...request.params, name })
      const isOwner = account === null || account === actor.userId
      // The pages of the other account must not stay in the history of this browser.
      if (!isOwner)
        return respond(reply, {
          code: 204,
          clearHistory: true,
          to: route('admin.account', { account }),
        })
      const banner = request.translator('Nobody else sees your account now.')
      return respond(reply, { code: 204, banner, to: route('dashboard') })
    },
  })
}
