import { z } from 'zod'

import { emailChangeLinkLimits, requestAttempts } from '#app/email-change/email-change.ts'
import { openMailLink, TokenParams } from '#app/http/inertia/mail-link.ts'
import { codeRequester } from '#app/http/security/code-requester.ts'
import { openLinkByCode } from '#app/http/security/mailed-code-attempt.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { parseLink } from '#app/platform/auth/one-time-tokens.ts'
import { NotFound } from '#app/platform/errors.ts'
import { route } from '#app/platform/route.ts'
import { codeInput } from '#app/platform/validation/form-fields.ts'

import { addressForLink, confirmEmailAddress } from './confirm-additional-address.ts'
import { pendingAddress } from './email-addresses.ts'
import { primaryAddressLimits } from './limits.ts'
import { makeAddressPrimary } from './make-address-primary.ts'
import { removeEmailAddress } from './remove-additional-address.ts'
import { emailAddressForm, requestEmailAddress } from './request-additional-address.ts'

const AddressParams = z.object({ address: z.string() })

export function emailAddressRoutes(app: App) {
  linkRoutes(app)

  app.route({
    ...routeOptions('email-address.store'),
    schema: { body: emailAddressForm(app.config) },
    async handler(request, reply) {
      const actor = request.actor()
      for (const attempt of requestAttempts(actor.userId, request.body.email))
        await rateLimit(app, request, attempt)
      const requester = codeRequester(app, request)
      await requestEmailAddress(request.context(), actor, request.body, requester)
      return respond(reply, { status: 'email-address-link-sent', code: 202 })
    },
  })

  app.route({
    ...routeOptions('email-address.code'),
    schema: { params: AddressParams, body: z.object({ code: codeInput }) },
    async handler(request, reply) {
      const email = await pendingAddress(app, request.actor(), request.params.address)
      if (email === null) throw new NotFound()
      const entered = { purpose: 'email-address', email, code: request.body.code } as const
      return openLinkByCode(app, { request, reply, entered })
    },
  })

  app.route({
    ...routeOptions('email-address.primary'),
    schema: { params: AddressParams },
    async handler(request, reply) {
      const { address } = request.params
      const attempt = { accountKey: request.actor().userId, limits: primaryAddressLimits }
      await rateLimit(app, request, { action: 'primary-address', ...attempt })
      const { email } = await makeAddressPrimary(request.context(), request.actor(), address)
      return respond(reply, {
        banner: request.translator('Your email address is now {email}.', { email }),
      })
    },
  })

  app.route({
    ...routeOptions('email-address.destroy'),
    schema: { params: AddressParams },
    async handler(request, reply) {
      await removeEmailAddress(request.context(), request.actor(), request.params.address)
      return respond(reply, { status: 'email-address-removed' })
    },
  })
}

function linkRoutes(app: App) {
  app.route({
    ...routeOptions('email-address.confirm'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      const found = await openMailLink(request, reply, addressForLink(request.actor()))
      const action = route('email-address.confirm.store', request.params)
      return reply.page('Auth/ConfirmAddress', { ...found, action })
    },
  })

  app.route({
    ...routeOptions('email-address.confirm.store'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      const link = parseLink(request.params.token)
      await rateLimit(app, request, {
        action: 'email-address-link',
        accountKey: link.id,
        limits: emailChangeLinkLimits,
      })
      const email = await confirmEmailAddress(request.context(), request.actor(), link)
      return respond(reply, {
        code: 204,
        banner: request.translator('{email} is added to your account.', { email }),
        to: route('profile.show'),
      })
    },
  })
}
