import type { FastifyInstance, FastifyReply } from 'fastify'

import { replyMethods, requestMethods } from './decorators.ts'
import type { InertiaOptions } from './inertia-options.ts'
import { normalizeOptions } from './normalize-options.ts'
import { onSendHook } from './on-send.ts'
import { rejectUnsupportedPrecognition, answerPrecognition } from './precognition.ts'
import { awayMethod, backMethod } from './redirect-methods.ts'
import { kRequestState } from './request-state.ts'
import { pageMethod } from './send-page.ts'
import { versionHook } from './version.ts'

type ReplyMethod = (this: FastifyReply, ...args: never[]) => FastifyReply

/** Adds the Inertia page protocol to a Fastify application. */
export async function inertia(app: FastifyInstance, options: InertiaOptions): Promise<void> {
  const pluginOptions = normalizeOptions(options)

  app.decorateRequest(kRequestState, null)
  app.decorateRequest('inertia', { getter: requestMethods.inertiaRequest })
  app.decorateRequest('share', requestMethods.share)
  const methods: Record<string, ReplyMethod> = {
    ...replyMethods,
    page: pageMethod(pluginOptions),
    back: backMethod(pluginOptions),
    away: awayMethod(pluginOptions),
  }
  for (const [name, method] of Object.entries(methods)) app.decorateReply(name, method)
  app.addHook('onRoute', answerPrecognition)
  app.addHook('onRequest', rejectUnsupportedPrecognition)
  app.addHook('onRequest', versionHook(pluginOptions))
  app.addHook('onSend', onSendHook(pluginOptions))
  app.addHook('onError', (_request, reply, _error, done) => {
    reply.removeHeader('x-inertia').removeHeader('x-inertia-location')
    done()
  })
}

Object.assign(inertia, {
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: '@foyer/inertia',
})
