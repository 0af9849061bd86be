import type { FastifyRequest } from 'fastify'

import type { ActionContext } from '#app/platform/action-context.ts'
import { clockOffset } from '#app/platform/clock/adjustable-clock.ts'
import { createMailWriter } from '#app/platform/mail/mail-writer.ts'

import type { App } from './app-type.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The dependencies of an action that sends mail or encrypts data. */
    context(): ActionContext
  }
}

export function actionContext(app: App): void {
  app.decorateRequest('context', function (this: FastifyRequest) {
    const { db, keys, config, languages, limits, attributes } = app
    const { now, translator } = this
    const { appName, origin } = config
    const realNow = now - clockOffset(app.clock)
    return {
      db,
      keys,
      now,
      realNow,
      limits,
      attributes,
      config,
      mailWriter: createMailWriter({ keys, translator, languages, appName, origin, now }),
    }
  })
}
