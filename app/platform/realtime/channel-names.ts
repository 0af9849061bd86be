const accountPrefix = 'private-account.'
const sessionPrefix = 'private-session.'
const registrationPrefix = 'private-registration.'

/** Where new mail is told of, on a developer's machine. */
export const mailboxChannel = 'private-mailbox'

/** What happens to an account. */
export function accountChannel(userId: string): string {
  // Added together it would stay two strings, and JSON leave its quick path for the whole page.
  return [accountPrefix, userId].join('')
}

/** The account an `account` channel is of; null when it is none. */
export function accountIdOfChannel(channel: string): string | null {
  return channel.startsWith(accountPrefix) ? channel.slice(accountPrefix.length) : null
}

/** What happens to an account, for one session of it. */
export function sessionChannel(sessionId: string): string {
  return sessionPrefix + sessionId
}

/** Where the browser that registered hears that the address was proved elsewhere. */
export function registrationChannel(registrationId: string): string {
  return registrationPrefix + registrationId
}

/** Whether who was away is told what it missed there. */
export function isRecoverable(channel: string): boolean {
  return channel.startsWith(accountPrefix) || channel.startsWith(registrationPrefix)
}

/** Sockets that were admitted by a session have its label, and end with it. */
export function sessionLabel(sessionId: string): string {
  return `session:${sessionId}`
}
