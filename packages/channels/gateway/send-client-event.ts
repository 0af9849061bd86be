import type { Connection } from '#hub/connection.ts'
import type { Hub } from '#hub/hub.ts'
import type { Limits } from '#hub/limits.ts'
import { closeCodes } from '#protocol/close-codes.ts'
import { errorFrame } from '#protocol/frames.ts'
import type { JsonObject } from '#protocol/json.ts'

/** Relays a member's event to the others, with the fields named here only. */
export function sendClientEvent(
  hub: Hub,
  connection: Connection,
  name: string,
  { channel, data }: JsonObject,
): void {
  const rejection = clientEventError(hub, connection, { name, channel, data })
  if (rejection) return connection.send(errorFrame(rejection.code, rejection.message))
  if (typeof channel !== 'string' || !isRelayable(hub, channel)) return
  const user = connection.subscriptions.get(channel) || undefined
  hub.appendQueue
    .push({ kind: 'client', channel, name, data, socket: connection.id, ...(user ? { user } : {}) })
    .catch(() => connection.send(errorFrame(null, 'The event could not be sent')))
}

function clientEventError(
  { settings, channels }: Hub,
  connection: Connection,
  { name, channel, data }: { name: string; channel: unknown; data: unknown },
): { code: number | null; message: string } | null {
  const { limits } = settings
  if (typeof channel !== 'string')
    return { code: null, message: 'The channel name must be a string' }
  if (!settings.clientEvents)
    return { code: closeCodes.clientEventRejected, message: 'Client events are not enabled' }
  if (!channels.get(channel)?.sockets.has(connection))
    return { code: null, message: `Cannot send to ${channel.slice(0, 200)}: not subscribed` }
  const { access } = channels.get(channel)?.kind ?? { access: 'public' }
  if (access !== 'private' && access !== 'presence')
    return {
      code: closeCodes.clientEventRejected,
      message: 'Client events need a private or presence channel',
    }
  const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? '')
  if (name.length > limits.eventName || Buffer.byteLength(text) > limits.eventBytes)
    return { code: closeCodes.clientEventRejected, message: 'The event is too large' }
  return takeRateToken(connection, limits)
    ? null
    : { code: closeCodes.clientEventRejected, message: 'Too many client events' }
}

/** Only the server encrypts, so client events never go to encrypted channels. */
function isRelayable({ channels }: Hub, channel: string): boolean {
  return channels.get(channel)?.kind.isEncrypted === false
}

function takeRateToken(connection: Connection, { clientEventsPerSecond }: Limits): boolean {
  const now = performance.now()
  if (now - connection.clientEventsSince >= 1000) {
    connection.clientEventsSince = now
    connection.clientEventCount = 0
  }
  return ++connection.clientEventCount <= clientEventsPerSecond
}
