import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import { listSoleOwnerships } from '#app/account-deletion/account-deletion.ts'
import { openRecovery } from '#app/account-recovery/account-recovery.ts'
import { listSessions } from '#app/browser-sessions/browser-sessions.ts'
import { attributeFields } from '#app/custom-attributes/custom-attributes.ts'
import { dataExport } from '#app/data-export/data-export.ts'
import { emailAddresses } from '#app/email-addresses/email-addresses.ts'
import {
  requestEmailChange,
  requestAttempts,
  pendingEmailChange,
} from '#app/email-change/email-change.ts'
import { setLocaleCookie } from '#app/http/inertia/request-locale.ts'
import { codeRequester } from '#app/http/security/code-requester.ts'
import { requireConfirmation } from '#app/http/security/guards.ts'
import { rateLimitChange } from '#app/http/security/rate-limit-change.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { notificationSettingRows } from '#app/notifications/notifications.ts'
import { passkeys } from '#app/passkeys/passkeys.ts'
import { passwordSection } from '#app/password/password.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'
import { maxPhotoMegabytes } from '#app/profile-photo/limits.ts'
import { linkedAccounts } from '#app/providers/providers.ts'
import { trustedDevices } from '#app/trusted-devices/trusted-devices.ts'
import { twoFactor } from '#app/two-factor/two-factor.ts'

import { ProfileInformationForm, updateProfileInformation } from './update-profile-information.ts'

/** `sessions` is the page number of the session list; 0 is the short list. */
const DevicesQuery = z.object({ sessions: z.coerce.number().int().min(0).max(100_000).catch(0) })

export function profileRoutes(app: App) {
  sectionRoutes(app)
  securityRoute(app)

  app.route({
    ...routeOptions('user-profile-information.update'),
    schema: { body: ProfileInformationForm },
    async handler(request, reply) {
      await rateLimitChange(app, request, request.actor())
      const { email } = request.body
      if (email) await startEmailChange(app, request, email)
      await updateProfileInformation(app.db, request.actor(), request.body, app.languages)
      setLocaleCookie(app, reply, request.body.locale)
      return respond(reply, { status: 'profile-information-updated' })
    },
  })
}

function sectionRoutes(app: App) {
  app.route({
    ...routeOptions('profile.show'),
    handler(request, reply) {
      const { db, config, attributes } = app
      const { translator } = request
      const actor = request.actor()
      const { userId } = actor
      const memberSince = new Date(request.currentUser().created_at).toISOString()
      return reply.page('Profile/Show', {
        section: 'profile',
        information: { memberSince, maxPhotoMegabytes },
        attributes: () => attributeFields(db, translator, attributes, userId),
        emailChange: () => pendingEmailChange(app, actor),
        emailAddresses: () => emailAddresses(app, actor),
        notificationSettings: () => notificationSettingRows(db, translator, userId, config),
      })
    },
  })

  app.route({
    ...routeOptions('profile.devices'),
    schema: { querystring: DevicesQuery },
    async handler(request, reply) {
      const sessions = await listSessions(app.db, request.actor(), request.query.sessions)
      return reply.page('Profile/Show', {
        section: 'devices',
        sessions,
        singleSession: app.config.singleSession,
      })
    },
  })

  app.route({
    ...routeOptions('profile.data'),
    async handler(request, reply) {
      const actor = request.actor()
      return reply.page('Profile/Show', {
        section: 'data',
        dataExport: await dataExport(app.db, actor),
        soleOwnerships: await listSoleOwnerships(request.context(), actor.userId),
      })
    },
  })
}

function securityRoute(app: App) {
  app.route({
    ...routeOptions('profile.security'),
    async handler(request, reply) {
      const actor = request.actor()
      const context = { ...request.context(), appName: app.config.appName }
      const [password, passkeyRows, twoFactorProps, linkedAccountRows, trusted] = await Promise.all(
        [
          passwordSection(app, actor),
          passkeys(app.db, actor.userId),
          twoFactor(context, request.currentUser()),
          linkedAccounts(app.db, actor.userId, app.config),
          trustedDevices(app.db, { ...request.client(), userId: actor.userId }),
        ],
      )
      return reply.page('Profile/Show', {
        section: 'security',
        password,
        twoFactor: twoFactorProps,
        cannotDisableTwoFactor: app.config.requireTwoFactor && passkeyRows.length === 0,
        passkeys: passkeyRows,
        linkedAccounts: linkedAccountRows,
        trustedDevices: trusted,
        accountRecovery: await openRecovery(app.db, actor),
      })
    },
  })
}

/** Starts an email change from the profile form. It needs a recent confirmation, and applies once confirmed by mail. */
async function startEmailChange(app: App, request: FastifyRequest, email: string): Promise<void> {
  if (emailKey(email) === emailKey(request.currentUser().email)) return
  requireConfirmation(request, 'sensitive')
  const actor = request.actor()
  for (const attempt of requestAttempts(actor.userId, email)) await rateLimit(app, request, attempt)
  await requestEmailChange(request.context(), actor, email, codeRequester(app, request))
}
