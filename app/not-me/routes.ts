import type { App } from '#app/http/app.ts'
import { at } from '#app/http/at.ts'
import { emptyJson } from '#app/http/empty-json.ts'
import { keepAddressSecret, LinkPath } from '#app/http/mail-link.ts'
import { type Limits, throttle } from '#app/http/throttle.ts'
import { minute } from '#app/platform/durations.ts'
import { Gone } from '#app/platform/errors.ts'
import { linkOf } from '#app/platform/one-time-tokens.ts'
import { promisedAddress } from '#app/platform/promised-address.ts'
import { route } from '#app/platform/route.ts'

import { disown, disownedBy } from './not-me.ts'
import { takeAddressBack } from './take-address-back.ts'

const limits: Limits = {
  address: [30, 10 * minute],
  pair: [[10, 10 * minute]],
  account: [30, 60 * minute],
}

/** Behind "This wasn't me" in our mails. It works from any browser: who reads the mail is the owner. */
export function notMeRoutes(app: App) {
  closingRoutes(app)
  addressRoutes(app)
}

function closingRoutes(app: App) {
  app.route({
    ...at('not-me.show'),
    schema: { params: LinkPath },
    async handler(request, reply) {
      keepAddressSecret(reply)
      const found = await disownedBy(request.means(), linkOf(request.params.token))
      if (!found) throw new Gone()
      const action = route('not-me.store', request.params)
      return reply.page('Auth/NotMe', { step: 'ask', ...found, action })
    },
  })

  app.route({
    ...at('not-me.store'),
    schema: { params: LinkPath },
    async handler(request, reply) {
      const link = linkOf(request.params.token)
      await throttle(app, request, { what: 'not-me', account: link.id, limits })
      const { userId, ...address } = await disown(request.means(), request.origin(), link)
      if (request.signedIn?.user_id === userId) reply.signOut()
      reply.clearHistory()
      if (request.inertia.wantsJson) return emptyJson(reply, 204)
      return reply.page('Auth/NotMe', { step: 'done', ...address, action: null })
    },
  })
}

/** The same words in the mail to an address that was replaced. */
function addressRoutes(app: App) {
  app.route({
    ...at('email-change.undo'),
    schema: { params: LinkPath },
    async handler(request, reply) {
      keepAddressSecret(reply)
      const link = linkOf(request.params.token)
      const change = await promisedAddress(request.means(), 'email-change-undo', link)
      if (!change) throw new Gone()
      const action = route('email-change.undo.store', request.params)
      return reply.page('Auth/EmailChange', { step: 'undo', ...change, action })
    },
  })

  app.route({
    ...at('email-change.undo.store'),
    schema: { params: LinkPath },
    async handler(request, reply) {
      const link = linkOf(request.params.token)
      await throttle(app, request, { what: 'not-me', account: link.id, limits })
      const { userId, email } = await takeAddressBack(request.means(), request.origin(), link)
      if (request.signedIn?.user_id === userId) reply.signOut()
      reply.clearHistory()
      if (request.inertia.wantsJson) return emptyJson(reply, 204)
      return reply.page('Auth/NotMe', { step: 'done', email, restored: true, action: null })
    },
  })
}
