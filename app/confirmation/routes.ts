import { z } from 'zod'

import type { App } from '#app/http/app.ts'
import { at } from '#app/http/at.ts'
import { emptyJson } from '#app/http/empty-json.ts'
import { guess, passwordGuess } from '#app/http/password-guess.ts'
import type { Try } from '#app/http/throttle.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { endConfirmation } from '#app/platform/end-confirmation.ts'
import { Invalid } from '#app/platform/errors.ts'
import { code, password } from '#app/platform/form-fields.ts'
import { longestConfirmationMinutes } from '#app/platform/is-confirmed.ts'
import { route } from '#app/platform/route.ts'
import { codeTries } from '#app/two-factor/two-factor.ts'

import { confirmCode } from './confirm-code.ts'
import { confirmPassword } from './confirm-password.ts'
import { confirmation, confirmationWays } from './confirmation.ts'

const StatusQuery = z.object({
  /** Another window than the longest one. */
  seconds: z.coerce
    .number()
    .int()
    .min(0)
    .max(longestConfirmationMinutes * 60)
    .optional(),
})

/** A password; where two-factor is on, a code from the app does as well. */
const ConfirmForm = z.object({
  password: password.optional(),
  code: code.optional(),
})

export function confirmationRoutes(app: App) {
  passwordRoutes(app)
  statusRoutes(app)
}

function passwordRoutes(app: App) {
  app.route({
    ...at('password.confirm'),
    async handler(request, reply) {
      return reply.page('Auth/ConfirmPassword', {
        ways: await confirmationWays(app.db, request.account()),
        intended: request.interrupted()?.page ?? route('dashboard'),
      })
    },
  })

  app.route({
    ...at('password.confirm.store'),
    schema: { body: ConfirmForm },
    async handler(request, reply) {
      const { code: shown, password: typed = '' } = request.body
      const account = request.account()
      const attempt = shown ? codeGuess(account.userId) : passwordGuess(account.userId, 'password')
      if (!shown && !typed) throw new Invalid({ password: 'Enter your password.' })
      const session = await guess(app, { request, reply, attempt }, () =>
        shown
          ? confirmCode(request.means(), account, shown)
          : confirmPassword(app.db, account, typed),
      )

      const interrupted = request.interrupted()
      await reply.signIn(session, request.person().remembered === 1)
      reply.forgetInterrupted()
      if (request.inertia.wantsJson) return emptyJson(reply, 201)
      if (interrupted?.isChange) {
        const banner = request.text(
          'Thank you, it is you. What you were about to do can go on now.',
        )
        reply.flash({ banner })
      }
      return reply.redirect(interrupted?.page ?? route('dashboard'))
    },
  })
}

function codeGuess(account: string): Try {
  return { what: 'confirm-code', account, limits: codeTries, field: 'code' }
}

function statusRoutes(app: App) {
  app.route({
    ...at('password.confirmation'),
    schema: { querystring: StatusQuery },
    async handler(request, reply) {
      const { seconds = longestConfirmationMinutes * 60 } = request.query
      reply.header('cache-control', 'no-store')
      return reply.send({
        ...confirmation(request.person(), request.now, seconds / 60),
        ways: await confirmationWays(app.db, request.account()),
      })
    },
  })

  app.route({
    ...at('password.confirmation.destroy'),
    async handler(request, reply) {
      await inTransaction(app.db, (tx) => endConfirmation(tx, request.account()))
      if (request.inertia.wantsJson) return emptyJson(reply, 204)
      return reply.back(route('dashboard'))
    },
  })
}
