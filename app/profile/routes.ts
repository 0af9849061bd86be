import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import { sessionPage } from '#app/browser-sessions/browser-sessions.ts'
import { dataExport } from '#app/data-export/data-export.ts'
import {
  askForEmailChange,
  askingTries,
  pendingEmailChange,
} from '#app/email-change/email-change.ts'
import type { App } from '#app/http/app.ts'
import { at } from '#app/http/at.ts'
import { done } from '#app/http/done.ts'
import { askForConfirmation } from '#app/http/guards.ts'
import { rememberLanguage } from '#app/http/language.ts'
import { throttle } from '#app/http/throttle.ts'
import { passkeys } from '#app/passkeys/passkeys.ts'
import { passwordSection } from '#app/password/password.ts'
import { emailKey } from '#app/platform/email-address.ts'
import { photoMostMegabytes } from '#app/profile-photo/profile-photo.ts'
import { twoFactor } from '#app/two-factor/two-factor.ts'

import { ProfileInformationForm, updateProfileInformation } from './update-profile-information.ts'

/** Which page of the sessions is shown. */
const Query = z.object({ sessions: z.coerce.number().int().min(1).max(100_000).catch(1) })

export function profileRoutes(app: App) {
  app.route({
    ...at('profile.show'),
    schema: { querystring: Query },
    async handler(request, reply) {
      // One cheap query for each section, from the front door of its feature, all in one Promise.all.
      const memberSince = new Date(request.person().created_at).toISOString()
      const information = { memberSince, photoMostMegabytes }
      const account = request.account()
      const means = { ...request.means(), appName: app.config.appName }
      const [emailChange, password, sessions, rows, secondFactor, exported] = await Promise.all([
        pendingEmailChange(app, account),
        passwordSection(app, account),
        sessionPage(app.db, account, request.query.sessions),
        passkeys(app.db, account.userId),
        twoFactor(means, request.person()),
        dataExport(app.db, account),
      ])
      return reply.page('Profile/Show', {
        information,
        emailChange,
        password,
        sessions,
        passkeys: rows,
        twoFactor: secondFactor,
        mustKeepCodes: app.config.requireTwoFactor && rows.length === 0,
        dataExport: exported,
      })
    },
  })

  app.route({
    ...at('user-profile-information.update'),
    schema: { body: ProfileInformationForm },
    async handler(request, reply) {
      const { email } = request.body
      if (email) await askForAddress(app, request, email)
      await updateProfileInformation(app.db, request.account(), request.body, app.languages)
      rememberLanguage(app, reply, request.body.locale)
      return done(request, reply, 'profile-information-updated')
    },
  })
}

/** The same form may carry another address, as in the originals: it counts once it is proved, and asks who it is first. */
async function askForAddress(app: App, request: FastifyRequest, email: string): Promise<void> {
  if (emailKey(email) === emailKey(request.person().email)) return
  askForConfirmation(request, 15)
  const account = request.account()
  for (const attempt of askingTries(account.userId, email)) await throttle(app, request, attempt)
  await askForEmailChange(request.means(), account, email)
}
