import { type Channels, closeCodes } from '@foyer/channels'

import type { BroadcastMessage } from './broadcast.ts'
import { membershipLabel, sessionLabel, teamIdOfChannel, teamLabel } from './channel-names.ts'

/**
 * Closes, on every node, the sockets of a session that ended or asked for the deletion of its account, which opens no team any more, of a
 * member who left or whose role does not show the team, and of a team that changed its requirements.
 */
export async function closeEndedSockets(
  channels: Channels,
  { channel, name, data }: BroadcastMessage,
): Promise<void> {
  if (name === 'session.ended' && 'ended' in data)
    await channels.close(
      'label',
      sessionLabel(String(data.ended)),
      closeCodes.unauthorized,
      'Signed out',
    )
  if (name === 'account.leaving' && 'session' in data && data.session !== null)
    await channels.close('label', sessionLabel(String(data.session)), closeCodes.reconnect)
  const teamId = teamIdOfChannel(channel)
  if (teamId === null) return
  if ('left' in data)
    await channels.close('label', membershipLabel(teamId, String(data.left)), closeCodes.reconnect)
  if ('type' in data && data.type === 'team.requirements-changed')
    await channels.close('label', teamLabel(teamId), closeCodes.reconnect)
}
