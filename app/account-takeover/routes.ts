import type { FastifyReply, FastifyRequest } from 'fastify'

import { addressOfEmailChangeLink } from '#app/email-change/email-change.ts'
import { openMailLink, TokenParams } from '#app/http/inertia/mail-link.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { parseLink } from '#app/platform/auth/one-time-tokens.ts'
import { route } from '#app/platform/route.ts'

import { reportTakeover, type TakeoverReport, takeoverForLink } from './account-takeover.ts'
import { takeoverLimits } from './limits.ts'
import { undoEmailChange } from './undo-email-change.ts'

/** The routes of "This wasn't me" in our mails. They work in any browser: access to the mailbox proves ownership. */
export function accountTakeoverRoutes(app: App) {
  reportRoutes(app)
  undoEmailChangeRoutes(app)
}

function reportRoutes(app: App) {
  app.route({
    ...routeOptions('not-me.show'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      const takeover = await openMailLink(request, reply, takeoverForLink)
      const action = route('not-me.store', request.params)
      return reply.page('Auth/ReportTakeover', { step: 'ask', ...takeover, kept: null, action })
    },
  })

  app.route({
    ...routeOptions('not-me.store'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      const link = parseLink(request.params.token)
      await rateLimit(app, request, {
        action: 'not-me',
        accountKey: link.id,
        limits: takeoverLimits,
      })
      const report = await reportTakeover(request.context(), request.client(), link)
      return respondSecured(request, reply, report)
    },
  })
}

/** The routes of "This wasn't me" in the mail to a replaced address. */
function undoEmailChangeRoutes(app: App) {
  app.route({
    ...routeOptions('email-change.undo'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      const change = await openMailLink(
        request,
        reply,
        addressOfEmailChangeLink('email-change-undo'),
      )
      const action = route('email-change.undo.store', request.params)
      return reply.page('Auth/EmailChange', { step: 'undo', account: null, ...change, action })
    },
  })

  app.route({
    ...routeOptions('email-change.undo.store'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      const link = parseLink(request.params.token)
      await rateLimit(app, request, {
        action: 'not-me',
        accountKey: link.id,
        limits: takeoverLimits,
      })
      const undone = await undoEmailChange(request.context(), request.client(), link)
      return respondSecured(request, reply, { ...undone, restored: true })
    },
  })
}

function respondSecured(
  request: FastifyRequest,
  reply: FastifyReply,
  { userId, ...address }: TakeoverReport,
) {
  if (request.session?.user_id === userId) reply.signOut()
  reply.clearHistory()
  if (request.inertia.wantsJson) return respond(reply, { code: 204 })
  return reply.page('Auth/ReportTakeover', { step: 'done', ...address, action: null })
}
