import { channelOfAccount, channelOfRegistration } from '#app/platform/broadcast/channel-names.ts'

/** Who asks, as far as the browser has shown it. */
export interface Listener {
  /** Null for guests. */
  userId: string | null
  /** The registration this browser waits for; null when it waits for none. */
  waiting: string | null
  /** Channels that are open to whoever this is, such as the mailbox of this machine. */
  others: string[]
}

/** Whole names are compared: what is not exactly one of the listener's own channels is nobody's. */
export function mayListen({ userId, waiting, others }: Listener, channel: string): boolean {
  if (userId !== null && channel === channelOfAccount(userId)) return true
  if (waiting !== null && channel === channelOfRegistration(waiting)) return true
  return others.includes(channel)
}
