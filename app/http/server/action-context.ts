import type { FastifyRequest } from 'fastify'

import { type ActionContext, createMailWriter } from '#app/platform/action-context.ts'
import { clockOffset } from '#app/platform/clock/adjustable-clock.ts'

import type { App } from './app.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What an action needs when it also writes mail or keeps secrets. */
    context(): ActionContext
  }
}

export function actionContext(app: App): void {
  app.decorateRequest('context', function (this: FastifyRequest) {
    const { db, keys, config, languages } = app
    const { now } = this
    const { appName, origin } = config
    const { translator } = this
    const realNow = now - clockOffset(app.clock)
    return {
      db,
      keys,
      now,
      realNow,
      mailWriter: createMailWriter({ keys, translator, languages, appName, origin, now }),
    }
  })
}
