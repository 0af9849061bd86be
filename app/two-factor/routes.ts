import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import type { App } from '#app/http/app.ts'
import { at } from '#app/http/at.ts'
import { done } from '#app/http/done.ts'
import { emptyJson } from '#app/http/empty-json.ts'
import { intended } from '#app/http/intended.ts'
import { forgive, type Limits, throttle, type Try } from '#app/http/throttle.ts'
import { minute } from '#app/platform/durations.ts'
import { NotFound, NotSignedIn } from '#app/platform/errors.ts'
import { tick } from '#app/platform/form-fields.ts'
import { route } from '#app/platform/route.ts'

import { type Answer, answerIn, AnswerForm, ConfirmForm } from './answer.ts'
import { type Challenge, findChallenge } from './challenge.ts'
import { newRecoveryCodes } from './new-recovery-codes.ts'
import { passChallenge } from './pass-challenge.ts'
import { recoveryCodesLeft } from './recovery-codes.ts'
import { confirmSetUp, openSetUp, startSetUp } from './set-up.ts'
import { turnOff } from './turn-off.ts'
import { codeTries, setUpShown } from './two-factor.ts'

const EnableForm = z.object({ force: tick }).nullish()
const Way = z.object({ by: z.enum(['code', 'recovery-code']).catch('code') })

/** What makes secrets and sends mail. */
const changing: Limits = {
  address: [30, minute],
  pair: [[10, minute]],
  account: [30, 60 * minute],
}

export function twoFactorRoutes(app: App) {
  challengeRoutes(app)
  setUpRoutes(app)
  shownRoutes(app)
  recoveryCodeRoutes(app)
}

/** Between the password and the session. */
function challengeRoutes(app: App) {
  const challengeOf = (request: FastifyRequest): Promise<Challenge | null> =>
    findChallenge(app.db, request.challengeSecret() ?? '', request.now)

  app.route({
    ...at('two-factor.login'),
    schema: { querystring: Way },
    async handler(request, reply) {
      const challenge = await challengeOf(request)
      if (!challenge) return startAgain(request, reply)
      return reply.page('Auth/TwoFactorChallenge', request.query)
    },
  })

  app.route({
    ...at('two-factor.login.store'),
    schema: { body: AnswerForm },
    async handler(request, reply) {
      const challenge = await challengeOf(request)
      if (!challenge) return startAgain(request, reply)
      const answer = answerIn(request.body)
      const attempt = tryOf(answer, challenge)
      await throttle(app, request, attempt)
      const session = await passChallenge(request.means(), request.origin(), challenge, answer)
      if (!session) return startAgain(request, reply)
      await forgive(app, request, attempt)

      const destination = intended(request)
      await reply.signIn(session, challenge.remembered)
      return request.inertia.wantsJson ? emptyJson(reply, 204) : reply.redirect(destination)
    },
  })

  /** It ran out, was answered elsewhere, or the password is another by now. */
  function startAgain(request: FastifyRequest, reply: FastifyReply) {
    if (request.challengeSecret() !== null) {
      reply.endChallenge()
      const banner = request.text('That took a while, so enter your password once more.')
      reply.flash({ banner, bannerStyle: 'danger' })
    }
    if (request.inertia.wantsJson) throw new NotSignedIn()
    return reply.redirect(route('login'))
  }
}

/** A recovery code cannot be guessed: whoever has used up the tries for the other may still come in with one. */
function tryOf(answer: Answer, { userId: account }: Challenge): Try {
  return 'code' in answer
    ? { what: 'two-factor', account, limits: codeTries, field: 'code' }
    : { what: 'recovery-code', account, limits: codeTries, field: 'recovery_code' }
}

function setUpRoutes(app: App) {
  app.route({
    ...at('two-factor.enable'),
    schema: { body: EnableForm },
    async handler(request, reply) {
      const account = request.account()
      const what = 'two-factor-set-up'
      await throttle(app, request, { what, account: account.userId, limits: changing })
      await startSetUp(request.means(), account, { force: request.body?.force ?? false })
      return done(request, reply, 'two-factor-authentication-enabled')
    },
  })

  app.route({
    ...at('two-factor.confirm'),
    schema: { body: ConfirmForm },
    async handler(request, reply) {
      const account = request.account()
      const attempt: Try = {
        what: 'two-factor-confirm',
        account: account.userId,
        limits: codeTries,
        field: 'code',
      }
      await throttle(app, request, attempt)
      const codes = await confirmSetUp(request.means(), account, request.body.code)
      await forgive(app, request, attempt)
      return showOnce(request, reply, { status: 'two-factor-authentication-confirmed', codes })
    },
  })

  app.route({
    ...at('two-factor.disable'),
    async handler(request, reply) {
      await turnOff(request.means(), request.account(), app.config)
      return done(request, reply, 'two-factor-authentication-disabled')
    },
  })
}

/** While a set-up waits for its code, and never again. */
function shownRoutes(app: App) {
  app.route({
    ...at('two-factor.qr-code'),
    async handler(request, reply) {
      const shown = await shownSetUp(request)
      reply.header('cache-control', 'no-store')
      return reply.send(shown ? { svg: shown.svg, url: shown.link } : [])
    },
  })

  app.route({
    ...at('two-factor.secret-key'),
    async handler(request, reply) {
      const shown = await shownSetUp(request)
      if (!shown) throw new NotFound()
      return reply.header('cache-control', 'no-store').send({ secretKey: shown.secret })
    },
  })

  async function shownSetUp(request: FastifyRequest) {
    const setUp = await openSetUp(request.means(), request.account())
    return setUp && setUpShown(app.config.appName, request.person().email, setUp.secret)
  }
}

function recoveryCodeRoutes(app: App) {
  app.route({
    ...at('two-factor.recovery-codes'),
    async handler(request, reply) {
      const left = await recoveryCodesLeft(app.db, request.account().userId)
      return reply.header('cache-control', 'no-store').send({ left })
    },
  })

  app.route({
    ...at('two-factor.regenerate-recovery-codes'),
    async handler(request, reply) {
      const account = request.account()
      const what = 'recovery-codes'
      await throttle(app, request, { what, account: account.userId, limits: changing })
      const codes = await newRecoveryCodes(request.means(), account)
      return showOnce(request, reply, { status: 'recovery-codes-generated', codes })
    },
  })
}

/** The only time they are seen: the database keeps their hashes. */
function showOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, codes }: { status: string; codes: string[] },
) {
  if (request.inertia.wantsJson) {
    return reply.header('cache-control', 'no-store').send({ recovery_codes: codes })
  }
  return reply.flash({ status, recoveryCodes: codes }).back(route('profile.show'))
}
