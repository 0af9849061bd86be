import type { FastifyInstance, FastifyReply } from 'fastify'

import { replyMethods, requestMethods } from './methods.ts'
import { onSendHook } from './on-send.ts'
import type { InertiaOptions } from './options.ts'
import { rejectUnsupportedPrecognition, answerPrecognition } from './precognition.ts'
import { awayMethod, backMethod } from './redirect-methods.ts'
import { kRequestState } from './request-state.ts'
import { pageMethod } from './send-page.ts'
import { resolveSettings } from './settings.ts'
import { versionHook } from './version.ts'

type ReplyMethod = (this: FastifyReply, ...args: never[]) => FastifyReply

/** Adds the Inertia page protocol to a Fastify application. */
export async function inertia(app: FastifyInstance, options: InertiaOptions): Promise<void> {
  const settings = resolveSettings(options)

  app.decorateRequest(kRequestState, null)
  app.decorateRequest('inertia', { getter: requestMethods.inertiaRequest })
  app.decorateRequest('share', requestMethods.share)
  const methods: Record<string, ReplyMethod> = {
    ...replyMethods,
    page: pageMethod(settings),
    back: backMethod(settings),
    away: awayMethod(settings),
  }
  for (const [name, method] of Object.entries(methods)) app.decorateReply(name, method)
  app.addHook('onRoute', answerPrecognition)
  app.addHook('onRequest', rejectUnsupportedPrecognition)
  app.addHook('onRequest', versionHook(settings))
  app.addHook('onSend', onSendHook(settings))
  app.addHook('onError', (_request, reply, _error, done) => {
    reply.removeHeader('x-inertia').removeHeader('x-inertia-location')
    done()
  })
}

Object.assign(inertia, {
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: '@foyer/inertia',
})
