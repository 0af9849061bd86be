import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { respondWithStatus } from '#app/http/inertia/respond-with-status.ts'
import type { Attempt } from '#app/http/security/throttle.ts'
import { clearAttempts, throttle } from '#app/http/security/throttle.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { sendEmptyJson } from '#app/http/server/send-empty-json.ts'
import { intendedUrl } from '#app/http/session/intended-url.ts'
import { NotFound, NotSignedIn } from '#app/platform/errors.ts'
import { route } from '#app/platform/route.ts'
import { checkbox } from '#app/platform/validation/form-fields.ts'

import type { ChallengeAnswer } from './challenge-form.ts'
import { parseAnswer, ChallengeForm, ConfirmEnrollmentForm } from './challenge-form.ts'
import { type Challenge, findChallenge } from './challenge.ts'
import { completeChallenge } from './complete-challenge.ts'
import { disableTwoFactor } from './disable-two-factor.ts'
import { confirmEnrollment, pendingEnrollment, startEnrollment } from './enrollment.ts'
import { codeAttemptLimits, settingsLimits } from './limits.ts'
import { recoveryCodeRoutes, sendRecoveryCodes } from './recovery-code-routes.ts'
import { enrollmentDetails } from './two-factor.ts'

const EnableForm = z.object({ force: checkbox }).nullish()
const ChallengeQuery = z.object({ by: z.enum(['code', 'recovery-code']).catch('code') })

export function twoFactorRoutes(app: App) {
  challengeRoutes(app)
  enrollmentRoutes(app)
  enrollmentSecretRoutes(app)
  recoveryCodeRoutes(app)
}

function challengeRoutes(app: App) {
  const currentChallenge = (request: FastifyRequest): Promise<Challenge | null> =>
    findChallenge(request.context(), request.twoFactorChallengeSecret() ?? '')

  app.route({
    ...routeOptions('two-factor.login'),
    schema: { querystring: ChallengeQuery },
    async handler(request, reply) {
      const challenge = await currentChallenge(request)
      if (!challenge) return restartSignIn(request, reply)
      return reply.page('Auth/TwoFactorChallenge', request.query)
    },
  })

  app.route({
    ...routeOptions('two-factor.login.store'),
    schema: { body: ChallengeForm },
    async handler(request, reply) {
      const challenge = await currentChallenge(request)
      if (!challenge) return restartSignIn(request, reply)
      const answer = parseAnswer(request.body)
      const attempt = attemptOf(answer, challenge)
      await throttle(app, request, attempt)
      const [context, client] = [request.context(), request.client()]
      const session = await completeChallenge(context, client, challenge, answer)
      if (!session) return restartSignIn(request, reply)
      await clearAttempts(app, request, attempt)

      const destination = intendedUrl(request)
      await reply.signIn(session, challenge.remembered)
      return request.inertia.wantsJson ? sendEmptyJson(reply, 204) : reply.redirect(destination)
    },
  })

  /** The challenge expired, was completed elsewhere, or the password has changed. */
  function restartSignIn(request: FastifyRequest, reply: FastifyReply) {
    if (request.twoFactorChallengeSecret() !== null) {
      reply.clearTwoFactorCookie()
      const banner = request.translator('That took too long. Enter your password again.')
      reply.flash({ banner, bannerStyle: 'danger' })
    }
    if (request.inertia.wantsJson) throw new NotSignedIn()
    return reply.redirect(route('login'))
  }
}

/** Recovery codes have separate limits: they cannot be guessed, so they still work when TOTP attempts are used up. */
function attemptOf(answer: ChallengeAnswer, { userId: accountKey }: Challenge): Attempt {
  const limits = codeAttemptLimits
  return 'code' in answer
    ? { action: 'two-factor', accountKey, limits, field: 'code' }
    : { action: 'recovery-code', accountKey, limits, field: 'recovery_code' }
}

function enrollmentRoutes(app: App) {
  app.route({
    ...routeOptions('two-factor.enable'),
    schema: { body: EnableForm },
    async handler(request, reply) {
      const actor = request.actor()
      const action = 'two-factor-set-up'
      await throttle(app, request, { action, accountKey: actor.userId, limits: settingsLimits })
      await startEnrollment(request.context(), actor, { force: request.body?.force ?? false })
      return respondWithStatus(request, reply, 'two-factor-authentication-enabled')
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
      await throttle(app, request, attempt)
      const codes = await confirmEnrollment(request.context(), actor, request.body.code)
      await clearAttempts(app, request, attempt)
      const status = 'two-factor-authentication-confirmed'
      return sendRecoveryCodes(request, reply, { status, codes })
    },
  })

  app.route({
    ...routeOptions('two-factor.disable'),
    async handler(request, reply) {
      await disableTwoFactor(request.context(), request.actor(), app.config)
      return respondWithStatus(request, reply, 'two-factor-authentication-disabled')
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
