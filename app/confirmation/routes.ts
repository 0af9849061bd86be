import { z } from 'zod'

import { withAttemptLimit, passwordAttempt } from '#app/http/security/password-attempts.ts'
import type { Attempt } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { route } from '#app/platform/route.ts'
import { endConfirmation } from '#app/platform/sessions/end-confirmation.ts'
import { codeInput, passwordInput } from '#app/platform/validation/form-fields.ts'
import { codeAttemptLimits } from '#app/two-factor/limits.ts'

import { confirmCode } from './confirm-code.ts'
import { confirmPassword } from './confirm-password.ts'
import { confirmationStatus, confirmationMethods } from './confirmation.ts'

/** The request that the page guards must reach the server before the confirmation expires. */
const safetyMarginSeconds = 30

/** How recent the confirmation must be: for a level, or `seconds`, which default to the standard level and its maximum. */
const statusQuery = (standardSeconds: number) =>
  z.object({
    level: z.enum(['standard', 'sensitive']).optional(),
    seconds: z.coerce.number().int().min(0).max(standardSeconds).default(standardSeconds),
  })

/** The password or, with two-factor enabled, a code of the authenticator app. */
const ConfirmForm = z.object({
  password: passwordInput.optional(),
  code: codeInput.optional(),
})

export function confirmationRoutes(app: App) {
  confirmRoutes(app)
  statusRoutes(app)
}

function confirmRoutes(app: App) {
  app.route({
    ...routeOptions('password.confirm'),
    async handler(request, reply) {
      return reply.page('Auth/ConfirmPassword', {
        ...(await confirmationMethods(app.db, request.actor(), app.config)),
        returnTo: request.returnTo()?.page ?? route('dashboard'),
      })
    },
  })

  app.route({
    ...routeOptions('password.confirm.store'),
    schema: { body: ConfirmForm },
    async handler(request, reply) {
      const { code: enteredCode, password: enteredPassword = '' } = request.body
      const actor = request.actor()
      const attempt = enteredCode
        ? codeAttempt(actor.userId)
        : passwordAttempt(app, actor.userId, 'password')
      if (!enteredCode && !enteredPassword)
        throw new ValidationError({ password: 'Enter your password.' })
      const session = await withAttemptLimit(app, { request, reply, attempt }, () =>
        enteredCode
          ? confirmCode(request.context(), actor, enteredCode)
          : confirmPassword(app, actor, enteredPassword),
      )

      const returnTo = request.returnTo()
      await reply.signIn(session, request.currentUser().remembered === 1)
      reply.clearReturnTo()
      const banner = request.translator("You've confirmed it's you. You can now continue.")
      const to = returnTo?.page ?? route('dashboard')
      return respond(reply, { code: 201, ...(returnTo?.isChange && { banner }), to })
    },
  })
}

function codeAttempt(accountKey: string): Attempt {
  return { action: 'confirm-code', accountKey, limits: codeAttemptLimits, field: 'code' }
}

function statusRoutes(app: App) {
  const { confirmationMinutes } = app.config
  app.route({
    ...routeOptions('password.confirmation'),
    schema: { querystring: statusQuery(confirmationMinutes.standard * 60) },
    async handler(request, reply) {
      const { level } = request.query
      const seconds = level
        ? confirmationMinutes[level] * 60 - safetyMarginSeconds
        : request.query.seconds
      reply.header('cache-control', 'no-store')
      return reply.send({
        ...confirmationStatus(request.currentUser(), request.now, seconds * 1000),
        ...(await confirmationMethods(app.db, request.actor(), app.config)),
      })
    },
  })

  app.route({
    ...routeOptions('password.confirmation.destroy'),
    async handler(request, reply) {
      await inTransaction(app.db, (tx) => endConfirmation(tx, request.actor()))
      return respond(reply, { code: 204 })
    },
  })
}
