import { channelOfRegistration } from '#app/platform/broadcast/channel-names.ts'

/** Who asks, as far as the browser has shown it. */
export interface Listener {
  /** Where the own account is told of; null for guests. */
  own: string | null
  /** The registration this browser waits for; null when it waits for none. */
  waiting: string | null
  /** Channels that are open to whoever this is, such as the mailbox of this machine. */
  others: string[]
}

/** Whole names are compared: what is not exactly one of the listener's own channels is nobody's. */
export function mayListen({ own, waiting, others }: Listener, channel: string): boolean {
  if (own !== null && channel === own) return true
  if (waiting !== null && channel === channelOfRegistration(waiting)) return true
  return others.includes(channel)
}
