import type { FastifyInstance, FastifyReply } from 'fastify'

import { answerHook } from './answer.ts'
import { refusalOfLiveValidation, validateLive } from './live-validation.ts'
import { replyMethods, requestMethods } from './methods.ts'
import { awayMethod, backMethod } from './navigate.ts'
import type { InertiaOptions } from './options.ts'
import { pageMethod } from './send-page.ts'
import { settingsOf } from './settings.ts'
import { versionHook } from './version.ts'
import { kVisit } from './visit.ts'

type ReplyMethod = (this: FastifyReply, ...args: never[]) => FastifyReply

/** Teaches a Fastify application the page protocol. */
export async function inertia(app: FastifyInstance, options: InertiaOptions): Promise<void> {
  const settings = settingsOf(options)

  app.decorateRequest(kVisit, null)
  app.decorateRequest('inertia', { getter: requestMethods.facts })
  app.decorateRequest('share', requestMethods.share)
  const methods: Record<string, ReplyMethod> = {
    ...replyMethods,
    page: pageMethod(settings),
    back: backMethod(settings),
    away: awayMethod(settings),
  }
  for (const [name, method] of Object.entries(methods)) app.decorateReply(name, method)
  app.addHook('onRoute', validateLive)
  app.addHook('onRequest', refusalOfLiveValidation)
  app.addHook('onRequest', versionHook(settings))
  app.addHook('onSend', answerHook(settings))
  app.addHook('onError', (_request, reply, _error, done) => {
    reply.removeHeader('x-inertia').removeHeader('x-inertia-location')
    done()
  })
}

Object.assign(inertia, {
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: '@foyer/inertia',
})
