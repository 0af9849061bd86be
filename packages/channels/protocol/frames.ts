import type { Event } from '#hub/log-entries.ts'

/** Encodes a text frame once for all sockets: server frames are not masked (RFC 6455 §5.1), and ours not compressed. */
export function encodeFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const headerBytes = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const bytes = Buffer.allocUnsafe(headerBytes + length)
  bytes[0] = 0x81
  if (headerBytes === 2) bytes[1] = length
  else if (headerBytes === 4) {
    bytes[1] = 126
    bytes.writeUInt16BE(length, 2)
  } else {
    bytes[1] = 127
    bytes.writeBigUInt64BE(BigInt(length), 2)
  }
  bytes.write(text, headerBytes, 'utf8')
  return bytes
}

export const pongFrame = encodeFrame('{"event":"pusher:pong","data":{}}')
export const pingFrame = encodeFrame('{"event":"pusher:ping","data":{}}')

export function connectionEstablished(socketId: string, activityTimeoutSeconds: number): Buffer {
  const data = JSON.stringify({ socket_id: socketId, activity_timeout: activityTimeoutSeconds })
  return encodeFrame(JSON.stringify({ event: 'pusher:connection_established', data }))
}

/** @param code  null where the protocol defines none: clients report the message and go on */
export function errorFrame(code: number | null, message: string): Buffer {
  return encodeFrame(JSON.stringify({ event: 'pusher:error', data: { code, message } }))
}

export function subscriptionError(channel: string, type: string, status: number, error: string) {
  const event = 'pusher:subscription_error'
  return encodeFrame(JSON.stringify({ event, channel, data: { type, error, status } }))
}

export function subscriptionSucceededFrame(channel: string, data = '{}'): Buffer {
  return internalFrame('subscription_succeeded', channel, data)
}

export function memberAdded(channel: string, id: string, info: string): Buffer {
  return internalFrame(
    'member_added',
    channel,
    `{"user_id":${JSON.stringify(id)},"user_info":${info}}`,
  )
}

export function memberRemoved(channel: string, id: string): Buffer {
  return internalFrame('member_removed', channel, JSON.stringify({ user_id: id }))
}

export function subscriptionCount(channel: string, count: number): Buffer {
  return internalFrame('subscription_count', channel, JSON.stringify({ subscription_count: count }))
}

export function cacheMiss(channel: string): Buffer {
  return encodeFrame(JSON.stringify({ event: 'pusher:cache_miss', channel }))
}

export function signInSucceeded(userData: string): Buffer {
  return encodeFrame(
    JSON.stringify({ event: 'pusher:signin_success', data: { user_data: userData } }),
  )
}

export function watchlistEvents(
  events: { name: 'online' | 'offline'; user_ids: string[] }[],
): Buffer {
  return encodeFrame(
    JSON.stringify({ event: 'pusher_internal:watchlist_events', data: { events } }),
  )
}

export function eventFrame(channel: string, { name, data }: Event): Buffer {
  return encodeFrame(
    `{"event":${JSON.stringify(name)},"channel":"${channel}","data":${JSON.stringify(data)}}`,
  )
}

/** @param data  any JSON; an object from a client stays an object */
export function clientEventFrame(channel: string, name: string, data: unknown, user?: string) {
  return encodeFrame(JSON.stringify({ event: name, channel, data, user_id: user }))
}

function internalFrame(event: string, channel: string, data: string): Buffer {
  return encodeFrame(JSON.stringify({ event: `pusher_internal:${event}`, channel, data }))
}
