import { type Channels, closeCodes } from '@foyer/channels'

import {
  accountChannel,
  membershipLabel,
  sessionLabel,
  teamChannel,
  teamIdOfChannel,
  teamLabel,
} from './channel-names.ts'
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
    async publish({ channel, name, data }) {
      await channels.trigger({ channels: [channel], name, data })
      if (name === 'session.ended' && 'ended' in data)
        await channels.close(
          'label',
          sessionLabel(String(data.ended)),
          closeCodes.unauthorized,
          'Signed out',
        )
      const teamId = teamIdOfChannel(channel)
      if (teamId !== null && 'left' in data)
        await channels.close(
          'label',
          membershipLabel(teamId, String(data.left)),
          closeCodes.reconnect,
        )
      if (teamId !== null && 'type' in data && data.type === 'team.requirements-changed')
        await channels.close('label', teamLabel(teamId), closeCodes.reconnect)
    },
    ping: () => channels.ping(),
    drain: () => channels.drain(),
    metrics: () => channels.metrics,
  }
}
