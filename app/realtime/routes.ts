import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { Forbidden, NotSignedIn } from '#app/platform/errors.ts'

import { maySubscribe } from './channel-subscription-auth.ts'

const socketIdField = z.string().regex(/^\d{1,20}\.\d{1,20}$/)
const ChannelAuthForm = z.object({
  socket_id: socketIdField,
  channel_name: z.string().regex(/^[A-Za-z0-9_\-=@,.;]{1,200}$/),
  /** The last stream position that the page has received. */
  epoch: z.string().max(100).optional(),
  offset: z.string().max(100).optional(),
})
const UserAuthForm = z.object({ socket_id: socketIdField })

/**
 * Authorizes channel subscriptions. After a restart all pages re-subscribe at the same time, so this reads nothing but the
 * session, and what the channel of a feature needs, and has no rate limit.
 */
export function realtimeRoutes(app: App) {
  app.route({
    ...routeOptions('broadcasting.auth'),
    schema: { body: ChannelAuthForm },
    async handler(request, reply) {
      const { socket_id, channel_name, epoch, offset } = request.body
      const subscription = { socketId: socket_id, channel: channel_name }
      if (!(await maySubscribe(app, request, subscription))) throw new Forbidden()

      await bindToSession(app, request, socket_id)
      const recover = epoch !== undefined && offset !== undefined ? { epoch, offset } : undefined
      return reply
        .header('cache-control', 'no-store')
        .send(app.realtimeServer.authorize(socket_id, channel_name, recover))
    },
  })

  app.route({
    ...routeOptions('broadcasting.user-auth'),
    schema: { body: UserAuthForm },
    async handler(request, reply) {
      if (!request.session) throw new NotSignedIn()
      const { socket_id } = request.body
      await bindToSession(app, request, socket_id)
      return reply
        .header('cache-control', 'no-store')
        .send(app.realtimeServer.authenticate(socket_id, request.session))
    },
  })
}

/** Runs before signing, so that a session ending in between still closes the socket. */
async function bindToSession(app: App, { session }: FastifyRequest, socketId: string) {
  if (session) await app.realtimeServer.bindSession(socketId, session.session_id)
}
