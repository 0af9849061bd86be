import { z } from 'zod'

import { openMailLink, TokenParams } from '#app/http/inertia/mail-link.ts'
import { isLikelyBot, startTimeTrap } from '#app/http/security/bot-traps.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { parseLink } from '#app/platform/auth/one-time-tokens.ts'
import { NotFound } from '#app/platform/errors.ts'
import { hasDevMailbox } from '#app/platform/mail/dev-mailbox.ts'
import { route } from '#app/platform/route.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'
import { challengeAnswers, chosenEmail, honeypot } from '#app/platform/validation/form-fields.ts'

import { waitlistLimits } from './limits.ts'
import { changeWaitlist, requestWaitlistLink, waitlistChange } from './waitlist.ts'

const ChangeForm = z.object({ change: z.enum(['join', 'leave']) })

export function waitlistRoutes(app: App) {
  const { config } = app
  if (config.registration === 'waitlist') formRoutes(app)

  app.route({
    ...routeOptions('waitlist.store'),
    onRequest: async () => {
      if (config.registration !== 'waitlist') throw new NotFound()
    },
    schema: {
      body: z.object({ email: chosenEmail(config), subject: honeypot, ...challengeAnswers }),
    },
    async handler(request, reply) {
      const { email, subject } = request.body
      const attempt = { action: 'waitlist', accountKey: emailKey(email), limits: waitlistLimits }
      await rateLimit(app, request, { ...attempt, field: 'email' })
      await request.requireCaptcha(request.body)
      const isBot = isLikelyBot(app, request, { filledHoneypot: subject })
      await requestWaitlistLink(request.context(), { email, isBot })
      return reply.flash({ status: 'waitlist-link-sent' }).redirect(route('register'))
    },
  })

  app.route({
    ...routeOptions('waitlist.show'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      const change = await openMailLink(request, reply, waitlistChange)
      const action = route('waitlist.update', request.params)
      return reply.page('Auth/WaitlistChange', { ...change, action })
    },
  })

  app.route({
    ...routeOptions('waitlist.update'),
    schema: { params: TokenParams, body: ChangeForm },
    async handler(request, reply) {
      const link = parseLink(request.params.token)
      const attempt = { action: 'waitlist-link', accountKey: link.id, limits: waitlistLimits }
      await rateLimit(app, request, attempt)
      const { change } = request.body
      await changeWaitlist(request.context(), link, change)
      const t = request.translator
      const banner =
        change === 'join'
          ? t("You're on the waitlist. We'll email you when you can create an account.")
          : t("You're no longer on the waitlist.")
      return reply.flash({ banner }).redirect(route('home'))
    },
  })
}

/** The waitlist's form, in place of that of the registration. */
function formRoutes(app: App) {
  for (const options of [routeOptions('register'), routeOptions('register.passkey')])
    app.route({
      ...options,
      async handler(request, reply) {
        startTimeTrap(app, request, reply)
        return reply.page('Auth/Waitlist', {
          mailboxUrl: hasDevMailbox(app.config) ? route('mailbox.index') : null,
          challenge: app.captcha?.forPage ?? null,
        })
      },
    })
}
