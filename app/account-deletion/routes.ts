import { dataExport } from '#app/data-export/data-export.ts'
import { openMailLink, TokenParams } from '#app/http/inertia/mail-link.ts'
import { requirePasswordOrConfirmation } from '#app/http/security/password-attempts.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { parseLink } from '#app/platform/auth/one-time-tokens.ts'
import { route } from '#app/platform/route.ts'

import { cancelDeletion, cancelDeletionByLink, accountForCancelLink } from './cancel-deletion.ts'
import { deletionLimits } from './limits.ts'
import { pendingDeletion } from './pending-deletion.ts'
import { requireTypedEmail, requestDeletion, DeleteAccountForm } from './request-deletion.ts'

export function accountDeletionRoutes(app: App) {
  deletionRoutes(app)
  cancelLinkRoutes(app)
}

function deletionRoutes(app: App) {
  app.route({
    ...routeOptions('current-user.destroy'),
    schema: { body: DeleteAccountForm },
    async handler(request, reply) {
      const { password, confirmation } = request.body
      requireTypedEmail(confirmation, request.currentUser().email)
      await requirePasswordOrConfirmation(app, {
        request,
        reply,
        password,
        level: 'sensitive',
      })
      const attempt = { accountKey: request.actor().userId, limits: deletionLimits }
      await rateLimit(app, request, { action: 'account-deletion', ...attempt })
      await requestDeletion(request.context(), request.actor())
      return respond(reply, { code: 204, to: route('account-leaving.show') })
    },
  })

  app.route({
    ...routeOptions('account-leaving.show'),
    async handler(request, reply) {
      const pending = pendingDeletion(request.currentUser())
      if (!pending) return reply.redirect(route('dashboard'))
      return reply.page('Auth/PendingDeletion', {
        ...pending,
        email: request.currentUser().email,
        action: route('account-leaving.return'),
        dataExport: await dataExport(app.db, request.actor()),
      })
    },
  })

  app.route({
    ...routeOptions('account-leaving.return'),
    async handler(request, reply) {
      if (pendingDeletion(request.currentUser()))
        await cancelDeletion(request.context(), request.actor())
      return respond(reply, {
        code: 204,
        banner: request.translator("Welcome back. Your account won't be deleted."),
        to: route('dashboard'),
      })
    },
  })
}

/** The link in the mail works without a session. */
function cancelLinkRoutes(app: App) {
  app.route({
    ...routeOptions('account-return.show'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      const pending = await openMailLink(request, reply, accountForCancelLink)
      const action = route('account-return.store', request.params)
      return reply.page('Auth/PendingDeletion', { ...pending, action })
    },
  })

  app.route({
    ...routeOptions('account-return.store'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      const link = parseLink(request.params.token)
      await cancelDeletionByLink(request.context(), request.client(), link)
      return respond(reply, {
        code: 204,
        banner: request.translator("Your account won't be deleted. Sign in to use it."),
        to: route('login'),
      })
    },
  })
}
