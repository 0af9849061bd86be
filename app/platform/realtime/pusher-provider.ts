import { grantChannel, grantUser, RemoteChannels } from '@foyer/channels'

import type { Clock } from '#app/platform/clock/clock.ts'
import type { ChannelsConfig } from '#app/platform/config/setting-parsers.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { liveSessions } from '#app/platform/db/live-sessions.ts'

import type { BroadcastMessage } from './broadcast.ts'
import {
  accountIdOfChannel,
  sessionChannel,
  teamIdOfChannel,
  teamSessionChannel,
} from './channel-names.ts'
import type { ChannelsCredentials } from './channels-credentials.ts'
import type { RealtimeServer } from './realtime-server.ts'

/** Limit of the Pusher protocol. */
const maxChannelsPerRequest = 100

interface ProviderServices {
  db: Db
  clock: Clock
  credentials: ChannelsCredentials
  /** The ids of the sessions that may receive messages of a team now. */
  teamSessions(teamId: string, now: number): Promise<string[]>
}

/**
 * An external Pusher server, which knows no sessions. Each session therefore has its own channel, and one for each team, which get no messages
 * after the session or the membership ends, and authenticates its sockets with its public id, by which they are terminated. Messages pass through a
 * third party, so client details are removed.
 */
export function pusherProvider(
  provider: NonNullable<ChannelsConfig['provider']>,
  { db, clock, credentials, teamSessions }: ProviderServices,
): RealtimeServer {
  const now = () => clock.now()
  const remote = new RemoteChannels({ app: credentials, origin: apiOrigin(provider), now })
  return {
    position: () => null,
    channelFor: ({ session_id }) => sessionChannel(session_id),
    teamChannelFor: (teamId, { session_id }) => teamSessionChannel(teamId, session_id),
    async bindSession() {},
    async bindMembership() {},
    authorize: (socket, channel) => grantChannel(credentials, socket, channel),
    authenticate: (socket, { session_id }) => grantUser(credentials, socket, { id: session_id }),
    async publish(message) {
      const data = { ...message.data, from: undefined }
      const endedSession = endedSessionId(message)
      const targets = await targetChannels({ db, teamSessions }, message, now())
      for (let start = 0; start < targets.length; start += maxChannelsPerRequest) {
        const channels = targets.slice(start, start + maxChannelsPerRequest)
        await remote.trigger({ channels, name: message.name, data })
      }
      if (endedSession !== null) await remote.terminate(endedSession)
    },
    async ping() {},
    async drain() {},
    metrics: () => null,
  }
}

function endedSessionId({ name, data }: BroadcastMessage): string | null {
  return name === 'session.ended' && 'ended' in data ? String(data.ended) : null
}

/**
 * The channels of all live sessions of the account, or those that may receive messages of the team; an ended session gets its own end
 * as its last message.
 */
async function targetChannels(
  { db, teamSessions }: Pick<ProviderServices, 'db' | 'teamSessions'>,
  message: BroadcastMessage,
  now: number,
): Promise<string[]> {
  const teamId = teamIdOfChannel(message.channel)
  if (teamId !== null) {
    const sessions = await teamSessions(teamId, now)
    return sessions.map((id) => teamSessionChannel(teamId, id))
  }
  const userId = accountIdOfChannel(message.channel)
  if (userId === null) return [message.channel]
  const endedSession = endedSessionId(message)
  return [
    ...(await liveSessionIds(db, userId, now)),
    ...(endedSession === null ? [] : [endedSession]),
  ].map(sessionChannel)
}

async function liveSessionIds(db: Db, userId: string, now: number): Promise<string[]> {
  const sessions = await liveSessions(db, now)
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return sessions.map(({ id }) => id)
}

/** Pusher's hosted service has separate hosts for API and WebSocket. */
function apiOrigin({ host, port, scheme }: NonNullable<ChannelsConfig['provider']>): string {
  const name = host.endsWith('.pusher.com') ? host.replace(/^ws-/, 'api-') : host
  return new URL(`${scheme}://${name}:${port}`).origin
}
