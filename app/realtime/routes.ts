import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import { channelForRequest } from '#app/http/realtime/channel-for-request.ts'
import { isLoopbackRequest } from '#app/http/security/guards.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { Forbidden, NotSignedIn } from '#app/platform/errors.ts'
import { hasDevMailbox } from '#app/platform/mail/dev-mailbox.ts'
import { mailboxChannel, teamIdOfChannel } from '#app/platform/realtime/channel-names.ts'
import { mayOpenTeam } from '#app/teams/teams.ts'

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
 * session, and the membership for a page of a team, and has no rate limit.
 */
export function realtimeRoutes(app: App) {
  app.route({
    ...routeOptions('broadcasting.auth'),
    schema: { body: ChannelAuthForm },
    async handler(request, reply) {
      const { socket_id, channel_name, epoch, offset } = request.body
      const teamId = teamIdOfChannel(channel_name)
      if (teamId !== null) await requireMembership(app, request, { socket_id, teamId })
      else if (!allowedChannels(app, request).includes(channel_name)) throw new Forbidden()

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

/** Compared by exact name, never by prefix. */
function allowedChannels(app: App, request: FastifyRequest): (string | null)[] {
  const seesMailbox = hasDevMailbox(app.config) && isLoopbackRequest(request)
  return [channelForRequest(app, request), seesMailbox ? mailboxChannel : null]
}

/** Binds first: a membership that ends in between closes the socket. @throws Forbidden */
async function requireMembership(
  { config, db, realtimeServer }: App,
  { session, now }: FastifyRequest,
  { socket_id, teamId }: { socket_id: string; teamId: string },
): Promise<void> {
  const isActive = session && session.email_verified_at !== null && session.leaves_at === null
  if (!config.teams || !isActive) throw new Forbidden()
  const userId = session.user_id
  await realtimeServer.bindMembership(socket_id, teamId, userId)
  if (!(await mayOpenTeam(db, { teamId, session, now }))) throw new Forbidden()
}

/** Runs before signing, so that a session ending in between still closes the socket. */
async function bindToSession(app: App, { session }: FastifyRequest, socketId: string) {
  if (session) await app.realtimeServer.bindSession(socketId, session.session_id)
}
