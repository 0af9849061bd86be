import type { FastifyReply, FastifyRequest } from 'fastify'

import { openMailLink, TokenParams } from '#app/http/inertia/mail-link.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { setDeviceCookie } from '#app/http/session/device-cookie.ts'
import { clearRecoveryCookie, recoverySecret } from '#app/http/session/recovery-cookie.ts'
import { parseLink } from '#app/platform/auth/one-time-tokens.ts'
import { passwordPolicy } from '#app/platform/auth/password-rules.ts'
import { Gone } from '#app/platform/errors.ts'
import { route } from '#app/platform/route.ts'

import {
  newAddressOfRecoveryLink,
  completeRecovery,
  finishRecoveryForm,
} from './complete-recovery.ts'
import { linkLimits } from './limits.ts'

/** The routes of the link mailed to the new address. */
export function finishRoutes(app: App) {
  const { passwordMinLength } = app.config
  const policy = passwordPolicy(app)

  app.route({
    ...routeOptions('account-recovery.finish'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      const secret = recoverySecret(app, request)
      const found = await openMailLink(request, reply, (context, link) =>
        newAddressOfRecoveryLink(context, link, secret),
      )
      const action = route('account-recovery.finish.store', request.params)
      const props = { ...found, passwordMinLength, action }
      return reply.page('Auth/FinishRecovery', props, { encryptHistory: true })
    },
  })

  app.route({
    ...routeOptions('account-recovery.finish.store'),
    schema: { params: TokenParams, body: finishRecoveryForm(passwordMinLength) },
    // The page sends no Referer, to protect its token.
    async preValidation(request) {
      request.formPage = route('account-recovery.finish', request.params)
    },
    async handler(request, reply) {
      const link = parseLink(request.params.token)
      const limits = linkLimits
      await rateLimit(app, request, { action: 'recovery-link', accountKey: link.id, limits })
      const browserSecret = recoverySecret(app, request)
      if (browserSecret === null || app.config.recoveryWaitHours === 0) throw new Gone()
      const completion = { link, browserSecret, password: request.body.password, policy }
      const [context, client] = [request.context(), request.client()]
      const { userId, email } = await completeRecovery(context, client, completion)
      clearRecoveryCookie(app, reply)
      setDeviceCookie(app, reply)
      if (request.session?.user_id === userId) reply.signOut()
      return respondRecovered(request, reply, email)
    },
  })
}

function respondRecovered(request: FastifyRequest, reply: FastifyReply, email: string) {
  const message = request.translator(
    'Your account is recovered. Sign in with the new address, the new password and your second factor.',
  )
  const oldInput = { email }
  return respond(reply, {
    json: { message },
    banner: message,
    oldInput,
    clearHistory: true,
    to: route('login'),
  })
}
