import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { clearAttempts, rateLimit, type Attempt } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { finishSignIn, restartSignIn } from '#app/http/session/finish-sign-in.ts'
import {
  maxCredentialBytes,
  optionsLimits,
  relyingParty,
  secondFactorOptions,
  verificationLimits,
} from '#app/passkeys/passkeys.ts'
import { NotSignedIn } from '#app/platform/errors.ts'
import { isKnownDeviceOfAccount } from '#app/platform/sessions/known-devices.ts'
import type { StartedSession } from '#app/platform/sessions/start-session.ts'

import {
  type ChallengeAnswer,
  ChallengeForm,
  parseAnswer,
  PasskeyChallengeForm,
} from './challenge-form.ts'
import { completeChallenge } from './complete-challenge.ts'
import { completeSignInWithPasskey, passkeyContext } from './complete-sign-in-with-passkey.ts'
import { codeAttemptLimits } from './limits.ts'
import { type PendingSignIn, findPendingSignIn } from './pending-sign-in.ts'

const ChallengeQuery = z.object({
  by: z.enum(['passkey', 'code', 'recovery-code']).optional().catch(undefined),
})

export function challengeRoutes(app: App) {
  app.route({
    ...routeOptions('two-factor.login'),
    schema: { querystring: ChallengeQuery },
    async handler(request, reply) {
      const challenge = await currentChallenge(request)
      if (!challenge) return restart(reply)
      const { methods } = challenge
      const by = methods.find((method) => method === request.query.by) ?? methods[0]
      const { trustedDeviceDays: trustDays } = app.config
      return reply.page('Auth/TwoFactorChallenge', { by: by ?? 'code', methods, trustDays })
    },
  })

  app.route({
    ...routeOptions('two-factor.login.store'),
    schema: { body: ChallengeForm },
    async handler(request, reply) {
      const challenge = await currentChallenge(request)
      if (!challenge) return restart(reply)
      const answer = parseAnswer(request.body)
      const attempt = attemptOf(app, answer, challenge)
      await rateLimit(app, request, attempt)
      const [context, client] = [request.context(), request.client()]
      const session = await completeChallenge(context, client, challenge, {
        answer,
        trustsDevice: request.body.trust_device,
      })
      if (session) await clearAttempts(app, request, attempt)
      return finishChallenge(reply, challenge, session)
    },
  })

  passkeyChallengeRoutes(app)
}

function passkeyChallengeRoutes(app: App) {
  app.route({
    ...routeOptions('two-factor.passkey-options'),
    async handler(request, reply) {
      const challenge = await currentChallenge(request)
      if (!challenge) throw new NotSignedIn()
      const { userId } = challenge
      const action = 'passkey-second-factor-options'
      await rateLimit(app, request, { action, accountKey: userId, limits: optionsLimits })
      const challengeContext = passkeyContext(challenge)
      const party = relyingParty(app.config)
      const input = { keys: app.keys, challengeContext, party, now: request.now }
      const options = await secondFactorOptions(app.db, input, userId)
      return reply.header('cache-control', 'no-store').send({ options })
    },
  })

  app.route({
    ...routeOptions('two-factor.passkey'),
    schema: { body: PasskeyChallengeForm },
    bodyLimit: maxCredentialBytes,
    async handler(request, reply) {
      const challenge = await currentChallenge(request)
      if (!challenge) return restart(reply)
      const attempt = {
        action: 'passkey-second-factor',
        accountKey: challenge.userId,
        limits: verificationLimits,
        field: 'credential',
      }
      await rateLimit(app, request, attempt)
      const { credential, trust_device: trustsDevice } = request.body
      const answer = { credential, trustsDevice, party: relyingParty(app.config) }
      const [context, client] = [request.context(), request.client()]
      const session = await completeSignInWithPasskey(context, client, challenge, answer)
      if (session) await clearAttempts(app, request, attempt)
      return finishChallenge(reply, challenge, session)
    },
  })
}

function currentChallenge(request: FastifyRequest): Promise<PendingSignIn | null> {
  return findPendingSignIn(request.context(), request.twoFactorChallengeSecret() ?? '')
}

/** @param session  null when the challenge is over */
async function finishChallenge(
  reply: FastifyReply,
  { remembered: remember }: PendingSignIn,
  session: StartedSession | null,
) {
  return session ? finishSignIn(reply, session, { remember }) : restart(reply)
}

function restart(reply: FastifyReply) {
  const { translator } = reply.request
  return restartSignIn(reply, translator('That took too long. Enter your password again.'))
}

/** Recovery codes have separate limits: they cannot be guessed, so they still work when TOTP attempts are used up. */
function attemptOf({ db }: App, answer: ChallengeAnswer, { userId }: PendingSignIn): Attempt {
  const attempt = {
    accountKey: userId,
    limits: codeAttemptLimits,
    isKnownDevice: (account: string, device: string) => isKnownDeviceOfAccount(db, account, device),
  }
  return 'code' in answer
    ? { ...attempt, action: 'two-factor', field: 'code' }
    : { ...attempt, action: 'recovery-code', field: 'recovery_code' }
}
