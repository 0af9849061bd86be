import { type Channels, closeCodes } from '@foyer/channels'

import { createYielder } from '#app/platform/lib/yield-to-event-loop.ts'

import {
  accountChannel,
  membershipLabel,
  sessionLabel,
  teamChannel,
  teamIdOfChannel,
  teamLabel,
  teamSessionLabel,
} from './channel-names.ts'
import { closeEndedSockets } from './close-ended-sockets.ts'
import type { RealtimeServer } from './realtime-server.ts'

/** An entry of the bus, which every node reads, has up to 45 kB. */
const labelsPerClose = 500

/** The ids of the live sessions of members that may not hear of the team now. */
type ExcludedTeamSessions = (teamId: string) => Promise<string[]>

/** The embedded server. Ending a session closes its sockets on every node. */
export function embeddedServer(
  channels: Channels,
  excludedTeamSessions: ExcludedTeamSessions,
): RealtimeServer {
  return {
    position: () => channels.position,
    channelFor: ({ user_id }) => accountChannel(user_id),
    teamChannelFor: (teamId) => teamChannel(teamId),
    bindSession: (socket, sessionId) => channels.bind(socket, sessionLabel(sessionId)),
    async bindMembership(socket, teamId, { user_id, session_id }) {
      await channels.bind(socket, membershipLabel(teamId, user_id))
      await channels.bind(socket, teamSessionLabel(teamId, session_id))
      await channels.bind(socket, teamLabel(teamId))
    },
    authorize: (socket, channel, recover) => channels.authorize(socket, channel, { recover }),
    authenticate: (socket, { user_id }) => channels.authenticate(socket, { id: user_id }),
    async publish(message) {
      const { channel, name, data } = message
      await closeExcluded(channels, teamIdOfChannel(channel), excludedTeamSessions)
      await channels.trigger({ channels: [channel], name, data })
      await closeEndedSockets(channels, message)
    },
    ping: () => channels.ping(),
    drain: () => channels.drain(),
    metrics: () => channels.metrics,
  }
}

/**
 * Closes sockets whose session has grown too old for a team, or whose member has turned off a second factor. No event
 * announces either, so it runs before each message.
 */
async function closeExcluded(
  channels: Channels,
  teamId: string | null,
  excludedTeamSessions: ExcludedTeamSessions,
): Promise<void> {
  if (teamId === null) return
  const labels = (await excludedTeamSessions(teamId)).map((id) => teamSessionLabel(teamId, id))
  const yieldIfBusy = createYielder()
  for (let start = 0; start < labels.length; start += labelsPerClose) {
    const some = labels.slice(start, start + labelsPerClose)
    await channels.close('label', some, closeCodes.reconnect)
    await yieldIfBusy()
  }
}
