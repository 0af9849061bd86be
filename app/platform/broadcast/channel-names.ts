const ofAccount = 'private-account.'
const ofSession = 'private-session.'
const ofRegistration = 'private-registration.'

/** Where new mail is told of, on a developer's machine. */
export const mailboxChannel = 'private-mailbox'

/** What happens to an account. */
export function channelOfAccount(userId: string): string {
  // Added together it would stay two strings, and JSON leave its quick path for the whole page.
  return [ofAccount, userId].join('')
}

/** The account an `account` channel is of; null when it is none. */
export function accountOfChannel(channel: string): string | null {
  return channel.startsWith(ofAccount) ? channel.slice(ofAccount.length) : null
}

/** What happens to an account, for one session of it. */
export function channelOfSession(sessionId: string): string {
  return ofSession + sessionId
}

/** Where the browser that registered hears that the address was proved elsewhere. */
export function channelOfRegistration(waiting: string): string {
  return ofRegistration + waiting
}

/** Whether who was away is told what it missed there. */
export function isRecoverable(channel: string): boolean {
  return channel.startsWith(ofAccount) || channel.startsWith(ofRegistration)
}

/** Sockets that were admitted by a session have its label, and end with it. */
export function labelOfSession(sessionId: string): string {
  return `session:${sessionId}`
}
