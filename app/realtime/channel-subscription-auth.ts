import type { FastifyRequest } from 'fastify'

import { channelForRequest } from '#app/http/realtime/channel-for-request.ts'
import type { App } from '#app/http/server/app-type.ts'
import { isLoopbackRequest } from '#app/http/server/request-source.ts'
import { hasDevMailbox } from '#app/platform/mail/dev-mailbox.ts'
import { mailboxChannel } from '#app/platform/realtime/channel-names.ts'

/** Whether the person, or the guest, of the request may subscribe to a private channel. */
export async function maySubscribe(
  app: App,
  request: FastifyRequest,
  subscription: { socketId: string; channel: string },
): Promise<boolean> {
  if (allowedChannels(app, request).includes(subscription.channel)) return true
  for (const channels of app.featureChannels)
    if (await channels.authorize(request, subscription)) return true
  return false
}

/** The channels that the request may join, compared by exact name, never by prefix. */
function allowedChannels(app: App, request: FastifyRequest): (string | null)[] {
  const seesMailbox = hasDevMailbox(app.config) && isLoopbackRequest(request)
  return [channelForRequest(app, request), seesMailbox ? mailboxChannel : null]
}
