import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/app.ts'
import { aheadOf } from '#app/platform/movable-clock.ts'
import { type Means, post } from '#app/platform/post.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What an action needs when it also writes mail or keeps secrets. */
    means(): Means
  }
}

export function means(app: App): void {
  app.decorateRequest('means', function (this: FastifyRequest) {
    const { db, keys, config, languages } = app
    const { now } = this
    const { appName, origin } = config
    const { text } = this
    const phoneTime = now - aheadOf(app.clock)
    return { db, keys, now, phoneTime, post: post({ keys, text, languages, appName, origin, now }) }
  })
}
