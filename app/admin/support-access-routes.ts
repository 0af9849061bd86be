import { ChangeAccountForm } from '#app/account-changes/account-changes.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { route } from '#app/platform/route.ts'
import { openAccess, requestAccess } from '#app/support-access/support-access.ts'

import { AccountParams, asAdministrator, logChange } from './account-routes.ts'

export function adminSupportAccessRoutes(app: App) {
  app.route({
    ...routeOptions('admin.account.request-access'),
    schema: { params: AccountParams, body: ChangeAccountForm },
    async handler(request, reply) {
      const { session_id } = request.currentUser()
      await asAdministrator(app, request, {
        target: { userId: request.params.account, reason: request.body.reason },
        change: ({ context, actor }) => requestAccess(context, actor, session_id),
      })
      return respond(reply, { status: 'account-changed' })
    },
  })

  app.route({
    ...routeOptions('admin.account.open-access'),
    schema: { params: AccountParams },
    async handler(request, reply) {
      const { account: userId } = request.params
      await openAccess(app.db, { ...request.actor(), userId })
      logChange(request, userId)
      return respond(reply, { code: 204, to: route('dashboard') })
    },
  })
}
