import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'
import { teamIdOfChannel } from '#app/platform/realtime/channel-names.ts'

import { mayOpenTeam, sessionsThatMayNotOpen, sessionsThatMayOpen } from './teams.ts'

/** Lets members subscribe to the channel of their team, as long as its pages admit them. */
export function teamChannelAuth(app: App): void {
  const { realtimeServer, featureChannels } = app

  async function authorize(
    { session, now }: FastifyRequest,
    { socketId, channel }: { socketId: string; channel: string },
  ): Promise<boolean> {
    const teamId = teamIdOfChannel(channel)
    if (teamId === null || !session || session.email_verified_at === null) return false
    // Compared by exact name, never by prefix.
    if (channel !== realtimeServer.teamChannelFor(teamId, session)) return false
    if (!(await app.isAdmitted(session))) return false
    if (!(await mayOpenTeam(app, { teamId, session, now }))) return false
    await realtimeServer.bindMembership(socketId, teamId, session)
    // Asked again: a membership that ends from now on closes the socket.
    return mayOpenTeam(app, { teamId, session, now })
  }

  featureChannels.push({
    authorize,
    teamSessions: (teamId, now) => sessionsThatMayOpen(app, { teamId, now }),
    excludedTeamSessions: (teamId, now) => sessionsThatMayNotOpen(app, { teamId, now }),
  })
}
