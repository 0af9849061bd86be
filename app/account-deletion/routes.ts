import { dataExport } from '#app/data-export/data-export.ts'
import type { App } from '#app/http/app.ts'
import { at } from '#app/http/at.ts'
import { emptyJson } from '#app/http/empty-json.ts'
import { keepAddressSecret, LinkPath } from '#app/http/mail-link.ts'
import { askWhoItIs } from '#app/http/password-guess.ts'
import { Gone } from '#app/platform/errors.ts'
import { linkOf } from '#app/platform/one-time-tokens.ts'
import { route } from '#app/platform/route.ts'

import { comeBack, comeBackByLink, returning } from './come-back.ts'
import { leaving } from './grace.ts'
import { checkConfirmation, leave, LeaveForm } from './leave.ts'

export function accountDeletionRoutes(app: App) {
  leavingRoutes(app)
  linkRoutes(app)
}

function leavingRoutes(app: App) {
  app.route({
    ...at('current-user.destroy'),
    schema: { body: LeaveForm },
    async handler(request, reply) {
      const { password: typed, confirmation } = request.body
      await askWhoItIs(app, { request, reply, typed, minutes: 15 })
      checkConfirmation(confirmation, request.person().email)
      await leave(request.means(), request.account())
      if (request.inertia.wantsJson) return emptyJson(reply, 204)
      return reply.redirect(route('account-leaving.show'))
    },
  })

  app.route({
    ...at('account-leaving.show'),
    async handler(request, reply) {
      const found = leaving(request.person())
      if (!found) return reply.redirect(route('dashboard'))
      return reply.page('Auth/Leaving', {
        ...found,
        email: request.person().email,
        action: route('account-leaving.return'),
        dataExport: await dataExport(app.db, request.account()),
      })
    },
  })

  app.route({
    ...at('account-leaving.return'),
    async handler(request, reply) {
      if (leaving(request.person())) await comeBack(request.means(), request.account())
      if (request.inertia.wantsJson) return emptyJson(reply, 204)
      reply.flash({
        banner: request.text('Good to have you back. Everything is where you left it.'),
      })
      return reply.redirect(route('dashboard'))
    },
  })
}

/** The link in the mail, for whoever is not signed in. */
function linkRoutes(app: App) {
  app.route({
    ...at('account-return.show'),
    schema: { params: LinkPath },
    async handler(request, reply) {
      keepAddressSecret(reply)
      const found = await returning(request.means(), linkOf(request.params.token))
      if (!found) throw new Gone()
      const action = route('account-return.store', request.params)
      return reply.page('Auth/Leaving', { ...found, action })
    },
  })

  app.route({
    ...at('account-return.store'),
    schema: { params: LinkPath },
    async handler(request, reply) {
      const link = linkOf(request.params.token)
      await comeBackByLink(request.means(), request.origin(), link)
      if (request.inertia.wantsJson) return emptyJson(reply, 204)
      reply.flash({ banner: request.text('Your account stays. Sign in, and it is as it was.') })
      return reply.redirect(route('login'))
    },
  })
}
