import type { BroadcastMessage } from './broadcast.ts'
import { accountChannel } from './channel-names.ts'

/**
 * Tells open pages to read the account's notifications again.
 *
 * @param session  the one that caused the change, whose response shows it already; null for none
 */
export function notificationsMessage(userId: string, session: string | null): BroadcastMessage {
  // It may overtake other messages: nothing in it can be outdated.
  const sequence = 0
  return {
    channel: accountChannel(userId),
    sequence,
    name: 'notifications.changed',
    data: { session },
  }
}
