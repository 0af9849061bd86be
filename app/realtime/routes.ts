import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import type { App } from '#app/http/app.ts'
import { at } from '#app/http/at.ts'
import { isFromThisMachine } from '#app/http/guards.ts'
import { ownChannel } from '#app/http/own-channel.ts'
import { mailboxChannel } from '#app/platform/broadcast/channel-names.ts'
import { Forbidden, NotSignedIn } from '#app/platform/errors.ts'
import { hasMailbox } from '#app/platform/mail/mailbox.ts'

const socket = z.string().regex(/^\d{1,20}\.\d{1,20}$/)
const Channel = z.object({
  socket_id: socket,
  channel_name: z.string().regex(/^[A-Za-z0-9_\-=@,.;]{1,200}$/),
  /** How far the page had heard. */
  epoch: z.string().max(100).optional(),
  offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
})
const Socket = z.object({ socket_id: socket })

/**
 * Who may listen to what. Every page asks for every channel again whenever its line was cut, and after a restart all pages
 * do at once: so nothing is read here but the session, which the request brings, and nothing is limited.
 */
export function realtimeRoutes(app: App) {
  app.route({
    ...at('broadcasting.auth'),
    schema: { body: Channel },
    async handler(request, reply) {
      const { socket_id, channel_name, epoch, offset } = request.body
      if (!channelsOf(app, request).includes(channel_name)) throw new Forbidden()

      await bindToSession(app, request, socket_id)
      const recover = epoch !== undefined && offset !== undefined ? { epoch, offset } : undefined
      return reply
        .header('cache-control', 'no-store')
        .send(app.sockets.authorize(socket_id, channel_name, recover))
    },
  })

  app.route({
    ...at('broadcasting.user-auth'),
    schema: { body: Socket },
    async handler(request, reply) {
      if (!request.signedIn) throw new NotSignedIn()
      const { socket_id } = request.body
      await bindToSession(app, request, socket_id)
      return reply
        .header('cache-control', 'no-store')
        .send(app.sockets.authenticate(socket_id, request.signedIn))
    },
  })
}

/** Whole names: what is not exactly one of them is nobody's. */
function channelsOf(app: App, request: FastifyRequest): (string | null)[] {
  const seesMailbox = hasMailbox(app.config) && isFromThisMachine(request)
  return [ownChannel(app, request), seesMailbox ? mailboxChannel : null]
}

/** Before anything is signed: a session that ends meanwhile closes the socket whichever of the two comes first. */
async function bindToSession(app: App, { signedIn }: FastifyRequest, socketId: string) {
  if (signedIn) await app.sockets.bind(socketId, signedIn.session_id)
}
