import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import { type Attempt, clearAttempts, rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { NotFound } from '#app/platform/errors.ts'
import { checkbox } from '#app/platform/validation/form-fields.ts'

import { ConfirmEnrollmentForm } from './challenge-form.ts'
import { challengeRoutes } from './challenge-routes.ts'
import { disableTwoFactor } from './disable-two-factor.ts'
import { confirmEnrollment, pendingEnrollment, startEnrollment } from './enrollment.ts'
import { codeAttemptLimits, settingsLimits } from './limits.ts'
import { recoveryCodeRoutes, respondWithCodes } from './recovery-code-routes.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'
import { enrollmentDetails } from './two-factor.ts'

const EnableForm = z.object({ force: checkbox }).nullish()

export function twoFactorRoutes(app: App) {
  challengeRoutes(app)
  enrollmentRoutes(app)
  enrollmentSecretRoutes(app)
  recoveryCodeRoutes(app)
  secondFactorRoutes(app)
}

function enrollmentRoutes(app: App) {
  app.route({
    ...routeOptions('two-factor.enable'),
    schema: { body: EnableForm },
    async handler(request, reply) {
      const actor = request.actor()
      const action = 'two-factor-set-up'
      await rateLimit(app, request, { action, accountKey: actor.userId, limits: settingsLimits })
      await startEnrollment(request.context(), actor, { force: request.body?.force ?? false })
      return respond(reply, { status: 'two-factor-authentication-enabled' })
    },
  })

  app.route({
    ...routeOptions('two-factor.confirm'),
    schema: { body: ConfirmEnrollmentForm },
    async handler(request, reply) {
      const actor = request.actor()
      const attempt: Attempt = {
        action: 'two-factor-confirm',
        accountKey: actor.userId,
        limits: codeAttemptLimits,
        field: 'code',
      }
      await rateLimit(app, request, attempt)
      const codes = await confirmEnrollment(request.context(), actor, request.body.code)
      await clearAttempts(app, request, attempt)
      if (codes === null) return respond(reply, { status: 'authenticator-app-added' })
      const status = 'two-factor-authentication-confirmed'
      return respondWithCodes(reply, { status, codes })
    },
  })

  app.route({
    ...routeOptions('two-factor.disable'),
    async handler(request, reply) {
      await disableTwoFactor(request.context(), request.actor(), app.config)
      return respond(reply, { status: 'two-factor-authentication-disabled' })
    },
  })
}

/** The key is readable only while its enrollment is pending. */
function enrollmentSecretRoutes(app: App) {
  app.route({
    ...routeOptions('two-factor.qr-code'),
    async handler(request, reply) {
      const details = await pendingDetails(request)
      reply.header('cache-control', 'no-store')
      return reply.send(details ? { svg: details.svg, url: details.link } : [])
    },
  })

  app.route({
    ...routeOptions('two-factor.secret-key'),
    async handler(request, reply) {
      const details = await pendingDetails(request)
      if (!details) throw new NotFound()
      return reply.header('cache-control', 'no-store').send({ secretKey: details.secret })
    },
  })

  async function pendingDetails(request: FastifyRequest) {
    const enrollment = await pendingEnrollment(request.context(), request.actor())
    return (
      enrollment &&
      enrollmentDetails(app.config.appName, request.currentUser().email, enrollment.secret)
    )
  }
}
