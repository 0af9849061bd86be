import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { browserAccountsProp } from '#app/http/inertia/browser-accounts-prop.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { hasMaxAccounts } from '#app/http/session/add-account-cookie.ts'
import { maxAccountsPerBrowser } from '#app/http/session/limits.ts'
import { NotFound } from '#app/platform/errors.ts'
import { route } from '#app/platform/route.ts'

import { endOtherAccounts, signOutEverywhere } from './account-switcher.ts'

const AccountParams = z.object({ account: z.string() })
const SwitchedQuery = z.object({ switched: z.string().optional() })

/** Several accounts in one browser. Switching changes no account, so it is no event. */
export function accountSwitcherRoutes(app: App) {
  pageRoute(app)
  changeRoutes(app)
  signOutRoutes(app)
}

function pageRoute(app: App) {
  app.route({
    ...routeOptions('accounts.index'),
    schema: { querystring: SwitchedQuery },
    async handler(request, reply) {
      const accounts = await browserAccountsProp(request)
      if (!request.session && accounts.length === 0) return reply.redirect(route('home'))
      const wasSwitched = request.query.switched !== undefined && request.session !== null
      return reply.page('Auth/Accounts', { accounts, wasSwitched })
    },
  })
}

function changeRoutes(app: App) {
  app.route({
    ...routeOptions('accounts.store'),
    handler(request, reply) {
      if (hasMaxAccounts(request)) {
        const banner = request.translator(
          'You can be signed in to {count} accounts at once. Sign out of one first.',
          { count: request.translator.number(maxAccountsPerBrowser) },
        )
        return reply.flash({ banner, bannerStyle: 'danger' }).redirect(route('accounts.index'))
      }
      reply.startAddingAccount()
      return reply.redirect(route('login'))
    },
  })

  app.route({
    ...routeOptions('accounts.switch'),
    schema: { params: AccountParams },
    async handler(request, reply) {
      const accounts = await request.otherAccounts()
      const account = accounts.find(({ id }) => id === request.params.account)
      if (!account?.session || !(await reply.switchAccount(account)))
        return refuseSwitch(request, reply)
      const { name, email } = account.session
      const t = request.translator
      const banner = t("You're now signed in as {name} ({email}).", { name, email })
      return respond(reply, { code: 204, banner, to: route('dashboard') })
    },
  })
}

/** The session has ended, or another tab has just switched too. */
function refuseSwitch(request: FastifyRequest, reply: FastifyReply) {
  if (request.inertia.wantsJson) throw new NotFound()
  const banner = request.translator("That account couldn't be opened. Choose one again.")
  return reply.flash({ banner, bannerStyle: 'danger' }).redirect(route('accounts.index'))
}

function signOutRoutes(app: App) {
  app.route({
    ...routeOptions('accounts.destroy'),
    schema: { params: AccountParams },
    async handler(request, reply) {
      const accounts = await request.otherAccounts()
      const removed = accounts.find(({ id }) => id === request.params.account)
      if (!removed) throw new NotFound()
      await endOtherAccounts(app, request.client(), [removed])
      reply.setOtherAccounts(accounts.filter((account) => account !== removed))
      return respond(reply, { code: 204 })
    },
  })

  app.route({
    ...routeOptions('all-accounts.destroy'),
    async handler(request, reply) {
      const accounts = await request.otherAccounts()
      await signOutEverywhere(app, request.client(), request.session && request.actor(), accounts)
      reply.setOtherAccounts([])
      reply.signOut({ clearsBrowser: true })
      return respond(reply, {
        code: 204,
        banner: request.translator("You're signed out of all accounts on this device."),
        status: 'signed-out',
        to: route('home'),
      })
    },
  })
}
