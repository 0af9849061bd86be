import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import type { App } from '#app/http/app.ts'
import { at } from '#app/http/at.ts'
import { done } from '#app/http/done.ts'
import { emptyJson } from '#app/http/empty-json.ts'
import { keepAddressSecret, LinkPath } from '#app/http/mail-link.ts'
import { type Limits, throttle } from '#app/http/throttle.ts'
import { minute } from '#app/platform/durations.ts'
import { Gone } from '#app/platform/errors.ts'
import { newEmail } from '#app/platform/form-fields.ts'
import { linkOf } from '#app/platform/one-time-tokens.ts'
import { promisedAddress } from '#app/platform/promised-address.ts'
import { route } from '#app/platform/route.ts'

import {
  askForEmailChange,
  sendEmailChangeAgain,
  withdrawEmailChange,
} from './ask-for-email-change.ts'
import { confirmEmailChange } from './confirm-email-change.ts'
import { askingTries, pendingEmailChange } from './email-change.ts'

const Ask = z.object({ email: newEmail })

const opening: Limits = {
  address: [60, 10 * minute],
  pair: [[10, 10 * minute]],
  account: [30, 60 * minute],
}

export function emailChangeRoutes(app: App) {
  askRoutes(app)
  confirmRoutes(app)
}

/** By the person signed in. */
function askRoutes(app: App) {
  app.route({
    ...at('email-change.store'),
    schema: { body: Ask },
    async handler(request, reply) {
      const { email } = request.body
      await throttleMail(request, email)
      await askForEmailChange(request.means(), request.account(), email)
      return done(request, reply, 'email-change-link-sent', { code: 202 })
    },
  })

  app.route({
    ...at('email-change.send'),
    async handler(request, reply) {
      const pending = await pendingEmailChange(app, request.account())
      if (pending) await throttleMail(request, pending.email)
      const isSent = await sendEmailChangeAgain(request.means(), request.account())
      return done(request, reply, isSent ? 'email-change-link-sent' : 'email-change-over', {
        code: 202,
      })
    },
  })

  app.route({
    ...at('email-change.destroy'),
    async handler(request, reply) {
      await withdrawEmailChange(request.means(), request.account())
      return done(request, reply, 'email-change-withdrawn')
    },
  })

  async function throttleMail(request: FastifyRequest, email: string) {
    const tries = askingTries(request.account().userId, email)
    for (const attempt of tries) await throttle(app, request, attempt)
  }
}

/** Behind the link in the mail to the new address. */
function confirmRoutes(app: App) {
  app.route({
    ...at('email-change.confirm'),
    schema: { params: LinkPath },
    async handler(request, reply) {
      keepAddressSecret(reply)
      const link = linkOf(request.params.token)
      const change = await promisedAddress(request.means(), 'email-change', link)
      if (!change) throw new Gone()
      const action = route('email-change.confirm.store', request.params)
      return reply.page('Auth/EmailChange', { step: 'confirm', ...change, action })
    },
  })

  app.route({
    ...at('email-change.confirm.store'),
    schema: { params: LinkPath },
    async handler(request, reply) {
      const link = linkOf(request.params.token)
      await throttle(app, request, { what: 'email-change-link', account: link.id, limits: opening })
      const here = request.signedIn
      const change = { link, here }
      const { email, secret } = await confirmEmailChange(request.means(), request.origin(), change)
      if (secret) await reply.signIn({ secret }, here?.remembered === 1)
      return arrive(request, reply, email)
    },
  })
}

function arrive(request: FastifyRequest, reply: FastifyReply, email: string) {
  if (request.inertia.wantsJson) return emptyJson(reply, 204)
  const banner = request.text('{email} is the address of your account now.', { email })
  return reply.flash({ banner }).redirect(route(request.signedIn ? 'profile.show' : 'login'))
}
