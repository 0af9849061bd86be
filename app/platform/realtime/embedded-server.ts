import type { Channels } from '@foyer/channels'

import {
  accountChannel,
  membershipLabel,
  sessionLabel,
  teamChannel,
  teamLabel,
} from './channel-names.ts'
import { closeEndedSockets } from './close-ended-sockets.ts'
import type { RealtimeServer } from './realtime-server.ts'

/** The embedded server. Ending a session closes its sockets on every node. */
export function embeddedServer(channels: Channels): RealtimeServer {
  return {
    position: () => channels.position,
    channelFor: ({ user_id }) => accountChannel(user_id),
    teamChannelFor: (teamId) => teamChannel(teamId),
    bindSession: (socket, sessionId) => channels.bind(socket, sessionLabel(sessionId)),
    async bindMembership(socket, teamId, userId) {
      await channels.bind(socket, membershipLabel(teamId, userId))
      await channels.bind(socket, teamLabel(teamId))
    },
    authorize: (socket, channel, recover) => channels.authorize(socket, channel, { recover }),
    authenticate: (socket, { user_id }) => channels.authenticate(socket, { id: user_id }),
    async publish(message) {
      const { channel, name, data } = message
      await channels.trigger({ channels: [channel], name, data })
      await closeEndedSockets(channels, message)
    },
    ping: () => channels.ping(),
    drain: () => channels.drain(),
    metrics: () => channels.metrics,
  }
}
