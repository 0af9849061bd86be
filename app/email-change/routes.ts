import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { openMailLink, TokenParams } from '#app/http/inertia/mail-link.ts'
import { codeRequester } from '#app/http/security/code-requester.ts'
import { openLinkByCode } from '#app/http/security/mailed-code-attempt.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { parseLink } from '#app/platform/auth/one-time-tokens.ts'
import { route } from '#app/platform/route.ts'
import { checkbox, chosenEmail, codeInput } from '#app/platform/validation/form-fields.ts'

import { confirmEmailChange } from './confirm-email-change.ts'
import { emailChangeForLink, type OtherAccess } from './email-change-for-link.ts'
import { requestAttempts, pendingEmailChange } from './email-change.ts'
import { linkLimits } from './limits.ts'
import {
  requestEmailChange,
  requireOtherAddress,
  resendEmailChangeLink,
  cancelEmailChange,
} from './request-email-change.ts'

const ConfirmForm = z.object({ remove_access: checkbox }).nullish()

export function emailChangeRoutes(app: App, otherAccess: OtherAccess) {
  requestRoutes(app)
  confirmRoutes(app, otherAccess)
}

function requestRoutes(app: App) {
  app.route({
    ...routeOptions('email-change.store'),
    schema: { body: z.object({ email: chosenEmail(app.config) }) },
    async handler(request, reply) {
      const { email } = request.body
      requireOtherAddress(email, request.currentUser().email)
      await rateLimitMail(request, email)
      const requester = codeRequester(app, request)
      await requestEmailChange(request.context(), request.actor(), email, requester)
      return respond(reply, { status: 'email-change-link-sent', code: 202 })
    },
  })

  app.route({
    ...routeOptions('email-change.send'),
    async handler(request, reply) {
      const pending = await pendingEmailChange(app, request.actor())
      if (pending) await rateLimitMail(request, pending.email)
      const requester = codeRequester(app, request)
      const isSent = await resendEmailChangeLink(request.context(), request.actor(), requester)
      const status = isSent ? 'email-change-link-sent' : 'email-change-over'
      return respond(reply, { status, code: 202 })
    },
  })

  app.route({
    ...routeOptions('email-change.code'),
    schema: { body: z.object({ code: codeInput }) },
    async handler(request, reply) {
      const pending = await pendingEmailChange(app, request.actor())
      if (!pending) return respond(reply, { status: 'email-change-over', code: 202 })
      const { email } = pending
      const entered = { purpose: 'email-change', email, code: request.body.code } as const
      return openLinkByCode(app, { request, reply, entered })
    },
  })

  app.route({
    ...routeOptions('email-change.destroy'),
    async handler(request, reply) {
      await cancelEmailChange(request.context(), request.actor())
      return respond(reply, { status: 'email-change-withdrawn' })
    },
  })

  async function rateLimitMail(request: FastifyRequest, email: string) {
    const attempts = requestAttempts(request.actor().userId, email)
    for (const attempt of attempts) await rateLimit(app, request, attempt)
  }
}

function confirmRoutes(app: App, otherAccess: OtherAccess) {
  app.route({
    ...routeOptions('email-change.confirm'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      const change = await openMailLink(request, reply, emailChangeForLink(otherAccess))
      const action = route('email-change.confirm.store', request.params)
      return reply.page('Auth/EmailChange', { step: 'confirm', ...change, action })
    },
  })

  app.route({
    ...routeOptions('email-change.confirm.store'),
    schema: { params: TokenParams, body: ConfirmForm },
    async handler(request, reply) {
      const link = parseLink(request.params.token)
      await rateLimit(app, request, {
        action: 'email-change-link',
        accountKey: link.id,
        limits: linkLimits,
      })
      const currentSession = request.session
      const removedAccess = request.body?.remove_access ? otherAccess : null
      const confirmation = { link, currentSession, removedAccess }
      const [context, client] = [request.context(), request.client()]
      const confirmed = await confirmEmailChange(context, client, confirmation)
      const { email, secret, resetPath, userId } = confirmed
      if (resetPath) return respondAccessRemoved(request, reply, { resetPath, userId })
      if (secret) await reply.signIn({ secret }, currentSession?.remembered === 1)
      return respondConfirmed(request, reply, email)
    },
  })
}

function respondConfirmed(request: FastifyRequest, reply: FastifyReply, email: string) {
  return respond(reply, {
    code: 204,
    banner: request.translator('Your email address is now {email}.', { email }),
    to: route(request.session ? 'profile.show' : 'login'),
  })
}

/** The reader of the mail chooses a new password next. Another account that is signed in here stays so. */
function respondAccessRemoved(
  request: FastifyRequest,
  reply: FastifyReply,
  { resetPath, userId }: { resetPath: string; userId: string },
) {
  if (request.session?.user_id === userId) reply.signOut()
  return respond(reply, { code: 204, clearHistory: true, to: resetPath })
}
