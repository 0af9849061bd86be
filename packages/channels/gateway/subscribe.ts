import type { Connection } from '#hub/connection.ts'
import type { Hub, Subscription } from '#hub/hub.ts'
import { isRecoverable } from '#hub/subscription-succeeded.ts'
import {
  type ChannelKind,
  parseChannelKind,
  userIdOf,
  userIdOfChannel,
} from '#protocol/channel-name.ts'
import { closeCodes } from '#protocol/close-codes.ts'
import { errorFrame, subscriptionError } from '#protocol/frames.ts'
import { isObject, type JsonObject, parseJsonObject } from '#protocol/json.ts'
import { channelStringToSign, type Credentials, authTokenMatches } from '#protocol/signatures.ts'

interface SubscriptionRejection {
  type: 'AuthError' | 'LimitReached' | 'InvalidChannel' | 'InvalidMember'
  status: number
  error: string
}

const unauthorized: SubscriptionRejection = {
  type: 'AuthError',
  status: 401,
  error: 'Not authorized',
}

export function subscribe(
  hub: Hub,
  connection: Connection,
  data: JsonObject,
  credentials: Credentials,
): void {
  const name = data['channel']
  if (typeof name !== 'string')
    return connection.send(errorFrame(null, 'The channel name must be a string'))
  const kind = parseChannelKind(name)
  const result = kind
    ? authorizeSubscription(hub, connection, { data, name, kind }, credentials)
    : invalidChannel
  if (!('type' in result)) return hub.subscribe(connection, result)

  connection.send(subscriptionError(name.slice(0, 200), result.type, result.status, result.error))
  if (result.type !== 'AuthError' || !data['auth']) return
  if (++connection.failedSignatures >= hub.settings.limits.failedSignatures)
    connection.closeWithError(closeCodes.unauthorized, 'Too many invalid signatures')
}

const invalidChannel: SubscriptionRejection = {
  type: 'InvalidChannel',
  status: 400,
  error: 'Invalid channel name',
}

export function unsubscribe(hub: Hub, connection: Connection, data: JsonObject): void {
  const name = data['channel']
  if (typeof name === 'string') hub.unsubscribe(connection, name)
  else connection.send(errorFrame(null, 'The channel name must be a string'))
}

interface SubscribeRequest {
  data: JsonObject
  name: string
  kind: ChannelKind
}

function authorizeSubscription(
  hub: Hub,
  connection: Connection,
  { data, name, kind }: SubscribeRequest,
  credentials: Credentials,
): Subscription | SubscriptionRejection {
  const { limits } = hub.settings
  const isNew = !connection.subscriptions.has(name)
  if (isNew && connection.subscriptions.size >= limits.subscriptionsPerSocket)
    return { type: 'LimitReached', status: 429, error: 'Too many channels for one socket' }
  if (--connection.subscribeTokens < 0)
    return { type: 'LimitReached', status: 429, error: 'Too many subscriptions per second' }
  if (kind.access === 'public') return hub.settings.open(name) ? { name, kind } : unauthorized
  if (kind.access === 'user')
    return connection.user?.id === userIdOfChannel(name) ? { name, kind } : unauthorized

  const channelData = channelDataOf(data)
  if (channelData !== undefined && typeof channelData !== 'string') return unauthorized
  const text = channelStringToSign(connection.id, name, channelData)
  if (!authTokenMatches(credentials, text, data['auth'])) return unauthorized
  connection.isAuthorized = true
  if (kind.access === 'presence') return authorizePresence(hub, connection, { data, name, kind })
  const recover = isRecoverable(hub, { name, kind })
    ? parseRecoverPosition(hub, channelData)
    : undefined
  return { name, kind, recover }
}

/** SDKs that serialize nulls send null or an empty text for none. */
function channelDataOf({ channel_data: value }: JsonObject): unknown {
  return value === null || value === '' ? undefined : value
}

function authorizePresence(
  hub: Hub,
  { user }: Connection,
  { data, name, kind }: SubscribeRequest,
): Subscription | SubscriptionRejection {
  const channelData = channelDataOf(data)
  if (typeof channelData !== 'string')
    return user ? { name, kind, member: { user: user.id, info: user.info } } : unauthorized

  const member = parseJsonObject(channelData)
  const id = userIdOf(member?.['user_id'])
  const info = JSON.stringify(member?.['user_info'] ?? null)
  if (id === null) return { type: 'InvalidMember', status: 400, error: 'Invalid user id' }
  if (Buffer.byteLength(info) > hub.settings.limits.memberBytes)
    return { type: 'InvalidMember', status: 413, error: 'user_info is too large' }
  return { name, kind, member: { user: id, info } }
}

function parseRecoverPosition(hub: Hub, channelData: string | undefined): Subscription['recover'] {
  const recover = channelData === undefined ? null : parseJsonObject(channelData)?.['recover']
  if (!isObject(recover)) return undefined
  const { epoch, offset } = recover
  if (typeof epoch !== 'string' || typeof offset !== 'string') return undefined
  const position = hub.offsetCipher.decrypt(offset)
  return position === null ? undefined : { epoch, position }
}
