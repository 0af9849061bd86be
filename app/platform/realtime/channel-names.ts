const accountPrefix = 'private-account.'
const sessionPrefix = 'private-session.'
const registrationPrefix = 'private-registration.'
const teamPrefix = 'private-team.'

export const mailboxChannel = 'private-mailbox'

export function accountChannel(userId: string): string {
  return accountPrefix + userId
}

export function accountIdOfChannel(channel: string): string | null {
  return channel.startsWith(accountPrefix) ? channel.slice(accountPrefix.length) : null
}

/** Events of an account for one of its sessions, used with an external server. */
export function sessionChannel(sessionId: string): string {
  return sessionPrefix + sessionId
}

/** Tells the registering browser that the address was verified in another one. */
export function registrationChannel(registrationId: string): string {
  return registrationPrefix + registrationId
}

/** Tells the members of a team that something of it changed. */
export function teamChannel(teamId: string): string {
  return teamPrefix + teamId
}

/** Changes of a team for a session of a member, used with an external server. */
export function teamSessionChannel(teamId: string, sessionId: string): string {
  return `${teamPrefix}${teamId}.${sessionId}`
}

/** The id of the team in a channel of either kind. */
export function teamIdOfChannel(channel: string): string | null {
  if (!channel.startsWith(teamPrefix)) return null
  const [teamId = ''] = channel.slice(teamPrefix.length).split('.')
  return teamId
}

/** Whether a reconnecting client receives missed messages. */
export function isRecoverable(channel: string): boolean {
  return channel.startsWith(accountPrefix) || channel.startsWith(registrationPrefix)
}

/** Label of the sockets of a session; they are closed when it ends. */
export function sessionLabel(sessionId: string): string {
  return `session:${sessionId}`
}

/** Label of the sockets that listen to a team; they are closed when its requirements change. */
export function teamLabel(teamId: string): string {
  return `team:${teamId}`
}

/** Label of the sockets of a session that listen to a team; they are closed when the session may not open it any more. */
export function teamSessionLabel(teamId: string, sessionId: string): string {
  return `team-session:${teamId}:${sessionId}`
}

/** Label of the sockets of a team's member that listen to the team; they are closed when the membership ends. */
export function membershipLabel(teamId: string, userId: string): string {
  return `member:${teamId}:${userId}`
}
