import type { FastifyReply } from 'fastify'
import { z } from 'zod'

import { requestAttempts } from '#app/email-change/email-change.ts'
import { codeRequester } from '#app/http/security/code-requester.ts'
import { openLinkByCode } from '#app/http/security/mailed-code-attempt.ts'
import { clearAttempts, rateLimit, type Attempt } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import {
  clearRecoveryCookie,
  recoverySecret,
  setRecoveryCookie,
} from '#app/http/session/recovery-cookie.ts'
import { setTrustedDeviceCookie } from '#app/http/session/trusted-device-cookie.ts'
import type { Pages } from '#app/pages.ts'
import { NotFound } from '#app/platform/errors.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { hasDevMailbox } from '#app/platform/mail/dev-mailbox.ts'
import { route } from '#app/platform/route.ts'
import { isKnownDeviceOfAddress } from '#app/platform/sessions/known-devices.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'
import { chosenEmail, codeInput } from '#app/platform/validation/form-fields.ts'

import { type Recovery, browserRecovery } from './account-recovery.ts'
import { finishRoutes } from './finish-routes.ts'
import { requestLimits } from './limits.ts'
import { mailNewAddress, pendingNewAddress } from './mail-new-address.ts'
import { requestRecovery, RequestRecoveryForm } from './request-recovery.ts'
import { stopRoutes } from './stop-routes.ts'

/** The routes for owners who lost every mailbox of the account. Nothing here signs anybody in. */
export function accountRecoveryRoutes(app: App) {
  showRoute(app)
  requestRoute(app)
  addressRoute(app)
  codeRoute(app)
  finishRoutes(app)
  stopRoutes(app)
}

function showRoute(app: App) {
  const { recoveryWaitHours: waitHours } = app.config
  const mailboxUrl = hasDevMailbox(app.config) ? route('mailbox.index') : null

  app.route({
    ...routeOptions('account-recovery.show'),
    async handler(request, reply) {
      requireOffered(app)
      const secret = recoverySecret(app, request)
      const recovery = secret === null ? null : await browserRecovery(app.db, secret, request.now)
      const isOver = secret !== null && recovery === null
      if (isOver) clearRecoveryCookie(app, reply)
      const isTrusted = (request.client().trustSecrets ?? []).length > 0
      const { emailCodes: takesCode } = app.config
      const state = { ...stateOf(recovery, request.now), isOver, isTrusted, takesCode }
      return reply.page('Auth/RecoverAccount', { ...state, waitHours, mailboxUrl })
    },
  })
}

function stateOf(
  recovery: Recovery | null,
  now: number,
): Pick<Pages['Auth/RecoverAccount'], 'step' | 'until'> {
  if (!recovery) return { step: 'ask', until: null }
  const { readyAt, expiresAt } = recovery
  return readyAt > now
    ? { step: 'waiting', until: toIso(readyAt) }
    : { step: 'ready', until: toIso(expiresAt) }
}

function requestRoute(app: App) {
  app.route({
    ...routeOptions('account-recovery.store'),
    schema: { body: RequestRecoveryForm },
    async handler(request, reply) {
      requireOffered(app)
      const attempt: Attempt = {
        action: 'recover-account',
        accountKey: emailKey(request.body.email),
        limits: requestLimits,
        isKnownDevice: (account, device) => isKnownDeviceOfAddress(app.db, account, device),
      }
      await rateLimit(app, request, attempt)
      const [context, client] = [request.context(), request.client()]
      const requested = await requestRecovery(context, client, request.body, {
        afterResponse: (task) => request.afterResponse(task),
      })
      await clearAttempts(app, request, attempt)
      setRecoveryCookie(app, reply, requested)
      if (requested.trust) setTrustedDeviceCookie(app, reply, requested.trust)
      return respondOnPage(reply, 'recovery-requested')
    },
  })
}

function addressRoute(app: App) {
  app.route({
    ...routeOptions('account-recovery.address'),
    schema: { body: z.object({ email: chosenEmail(app.config) }) },
    async handler(request, reply) {
      requireOffered(app)
      const { email } = request.body
      const recovery = await browserRecovery(app.db, recoverySecret(app, request), request.now)
      // The page says that it is over.
      if (!recovery) return reply.redirect(route('account-recovery.show'))
      for (const attempt of requestAttempts(recovery.userId, email))
        await rateLimit(app, request, attempt)
      await mailNewAddress(request.context(), recovery, email, codeRequester(app, request))
      return respondOnPage(reply, 'recovery-link-sent')
    },
  })
}

/** Accepts the mailed code in place of the link, in the browser that requested it. */
function codeRoute(app: App) {
  app.route({
    ...routeOptions('account-recovery.code'),
    schema: { body: z.object({ code: codeInput }) },
    async handler(request, reply) {
      requireOffered(app)
      const recovery = await browserRecovery(app.db, recoverySecret(app, request), request.now)
      const email = recovery && (await pendingNewAddress(request.context(), recovery))
      if (!email) return reply.redirect(route('account-recovery.show'))
      const entered = { purpose: 'recovery-address', email, code: request.body.code } as const
      return openLinkByCode(app, { request, reply, entered })
    },
  })
}

function respondOnPage(reply: FastifyReply, status: string) {
  return respond(reply, { json: { status }, status, to: route('account-recovery.show') })
}

/** @throws NotFound when the operator has turned it off, also for recoveries that wait already */
function requireOffered({ config }: Pick<App, 'config'>): void {
  if (config.recoveryWaitHours === 0) throw new NotFound()
}
