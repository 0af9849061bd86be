import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import { sessionPage } from '#app/browser-sessions/browser-sessions.ts'
import { dataExport } from '#app/data-export/data-export.ts'
import {
  requestEmailChange,
  requestAttempts,
  pendingEmailChange,
} from '#app/email-change/email-change.ts'
import { setLocaleCookie } from '#app/http/inertia/request-locale.ts'
import { respondWithStatus } from '#app/http/inertia/respond-with-status.ts'
import { requireConfirmation } from '#app/http/security/guards.ts'
import { throttle } from '#app/http/security/throttle.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { passkeys } from '#app/passkeys/passkeys.ts'
import { passwordSection } from '#app/password/password.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'
import { maxPhotoMegabytes } from '#app/profile-photo/limits.ts'
import { twoFactor } from '#app/two-factor/two-factor.ts'

import { ProfileInformationForm, updateProfileInformation } from './update-profile-information.ts'

/** `sessions` is the page number of the session list. */
const ProfileQuery = z.object({ sessions: z.coerce.number().int().min(1).max(100_000).catch(1) })

export function profileRoutes(app: App) {
  app.route({
    ...routeOptions('profile.show'),
    schema: { querystring: ProfileQuery },
    async handler(request, reply) {
      // One cheap query per section, in parallel.
      const memberSince = new Date(request.currentUser().created_at).toISOString()
      const information = { memberSince, maxPhotoMegabytes }
      const actor = request.actor()
      const context = { ...request.context(), appName: app.config.appName }
      const [emailChange, password, sessions, passkeyRows, twoFactorProps, exportStatus] =
        await Promise.all([
          pendingEmailChange(app, actor),
          passwordSection(app, actor),
          sessionPage(app.db, actor, request.query.sessions),
          passkeys(app.db, actor.userId),
          twoFactor(context, request.currentUser()),
          dataExport(app.db, actor),
        ])
      return reply.page('Profile/Show', {
        information,
        emailChange,
        password,
        sessions,
        passkeys: passkeyRows,
        twoFactor: twoFactorProps,
        singleSession: app.config.singleSession,
        cannotDisableTwoFactor: app.config.requireTwoFactor && passkeyRows.length === 0,
        dataExport: exportStatus,
      })
    },
  })

  app.route({
    ...routeOptions('user-profile-information.update'),
    schema: { body: ProfileInformationForm },
    async handler(request, reply) {
      const { email } = request.body
      if (email) await startEmailChange(app, request, email)
      await updateProfileInformation(app.db, request.actor(), request.body, app.languages)
      setLocaleCookie(app, reply, request.body.locale)
      return respondWithStatus(request, reply, 'profile-information-updated')
    },
  })
}

/** Starts an email change from the profile form. It needs a recent confirmation, and applies once confirmed by mail. */
async function startEmailChange(app: App, request: FastifyRequest, email: string): Promise<void> {
  if (emailKey(email) === emailKey(request.currentUser().email)) return
  requireConfirmation(request, 'sensitive')
  const actor = request.actor()
  for (const attempt of requestAttempts(actor.userId, email)) await throttle(app, request, attempt)
  await requestEmailChange(request.context(), actor, email)
}
