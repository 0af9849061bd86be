import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { clearAttempts, rateLimit, type Attempt } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { finishSignIn, restartSignIn } from '#app/http/session/finish-sign-in.ts'
import { codeLifetimeMinutes } from '#app/platform/auth/limits.ts'
import { hasDevMailbox } from '#app/platform/mail/dev-mailbox.ts'
import { route } from '#app/platform/route.ts'
import { isKnownDeviceOfAccount } from '#app/platform/sessions/known-devices.ts'
import { codeInput } from '#app/platform/validation/form-fields.ts'
import { type PendingSignIn, findPendingSignIn } from '#app/two-factor/two-factor.ts'

import { completeDeviceSignIn } from './complete-device-sign-in.ts'
import { deviceCodePage } from './device-code-page.ts'
import { deviceCodeLimits } from './limits.ts'
import { sendDeviceCode } from './send-device-code.ts'

const DeviceCodeForm = z.object({ code: codeInput })

const restartMessages = {
  expired: 'That took too long. Enter your password again.',
  'too-many-codes': 'Too many wrong codes. Enter your password again.',
} as const

export function newDeviceRoutes(app: App) {
  const currentChallenge = (request: FastifyRequest): Promise<PendingSignIn | null> =>
    findPendingSignIn(request.context(), request.twoFactorChallengeSecret() ?? '', 'new-device')
  const mailboxUrl = hasDevMailbox(app.config) ? route('mailbox.index') : null

  app.route({
    ...routeOptions('new-device.show'),
    async handler(request, reply) {
      const challenge = await currentChallenge(request)
      const page = challenge && (await deviceCodePage(app.db, challenge))
      if (!page) return restart(reply, 'expired')
      return reply.page('Auth/NewDevice', { ...page, codeMinutes: codeLifetimeMinutes, mailboxUrl })
    },
  })

  app.route({
    ...routeOptions('new-device.store'),
    schema: { body: DeviceCodeForm },
    async handler(request, reply) {
      const challenge = await currentChallenge(request)
      if (!challenge) return restart(reply, 'expired')
      const attempt = attemptAt(app, challenge)
      await rateLimit(app, request, attempt)
      const [context, client] = [request.context(), request.client()]
      const result = await completeDeviceSignIn(context, client, challenge, request.body.code)
      if (typeof result === 'string') return restart(reply, result)
      await clearAttempts(app, request, attempt)
      return finishSignIn(reply, result, { remember: challenge.remembered })
    },
  })

  app.route({
    ...routeOptions('new-device.send'),
    async handler(request, reply) {
      const challenge = await currentChallenge(request)
      if (!challenge) return restart(reply, 'expired')
      await sendDeviceCode(request.context(), request.client(), challenge)
      return respond(reply, { status: 'device-code-sent' })
    },
  })
}

/** A browser becomes known while it waits when it opens an unlock link. */
function attemptAt({ db }: App, { userId: accountKey }: PendingSignIn): Attempt {
  return {
    action: 'device-code',
    accountKey,
    limits: deviceCodeLimits,
    field: 'code',
    isKnownDevice: (account, device) => isKnownDeviceOfAccount(db, account, device),
  }
}

function restart(reply: FastifyReply, reason: keyof typeof restartMessages) {
  return restartSignIn(reply, reply.request.translator(restartMessages[reason]))
}
