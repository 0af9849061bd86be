import type { FastifyRequest } from 'fastify'

import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { NotFound, ValidationError } from '#app/platform/errors.ts'

import { altcha, createWork } from './altcha.ts'
import type { AnswerField, Captcha } from './captcha-type.ts'
import { unansweredLimits } from './limits.ts'
import { turnstileOrHcaptcha } from './turnstile-hcaptcha.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Null unless `CHALLENGE` is set. */
    captcha: Captcha | null
  }
  interface FastifyRequest {
    /** Checks the answer in the form. @throws ValidationError, TooManyRequests */
    requireCaptcha(form: Partial<Record<AnswerField, string | undefined>>): Promise<void>
  }
}

export function captcha(app: App): void {
  const { config } = app
  const asked = config.challenge
  app.decorate(
    'captcha',
    asked && (asked.kind === 'altcha' ? altcha(app) : turnstileOrHcaptcha(asked)),
  )

  app.decorateRequest('requireCaptcha', async function (this: FastifyRequest, form) {
    if (!app.captcha) return
    const answer = form[app.captcha.field]
    const verdict = answer
      ? await app.captcha.verify(answer, { ip: this.ip, now: this.now })
      : 'unknown'
    if (verdict === 'failed')
      throw new ValidationError({ form: "We couldn't tell you from a program. Try again." })
    // Browsers without script, and everybody while the service does not respond, share a few forms.
    if (verdict === 'unknown')
      await rateLimit(app, this, {
        action: 'unanswered',
        accountKey: 'everybody',
        limits: unansweredLimits,
      })
  })

  app.route({
    ...routeOptions('challenge.show'),
    async handler(request, reply) {
      if (asked?.kind !== 'altcha') throw new NotFound()
      return reply.header('cache-control', 'no-store').send(await createWork(app.keys, request.now))
    },
  })
}
