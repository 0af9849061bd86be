const ofAccount = 'private-account.'
const ofRegistration = 'private-registration.'

/** Where new mail is told of, on a developer's machine. */
export const mailboxChannel = 'private-mailbox'

/** What happens to an account. */
export function channelOfAccount(userId: string): string {
  return ofAccount + userId
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
