import type { Connection } from '#hub/connection.ts'
import type { Hub, Subscription } from '#hub/hub.ts'
import { isRecoverable } from '#hub/succeeded.ts'
import { type ChannelKind, channelKind, isUserId, userOf } from '#protocol/channel-name.ts'
import { errorFrame, subscriptionError } from '#protocol/frames.ts'
import type { Place } from '#protocol/grants.ts'
import { isObject, type JsonObject, parsedObject } from '#protocol/json.ts'
import { channelText, type Credentials, tokenMatches } from '#protocol/signatures.ts'

interface Refusal {
  type: 'AuthError' | 'LimitReached' | 'InvalidChannel' | 'InvalidMember'
  status: number
  error: string
}

const unauthorized: Refusal = { type: 'AuthError', status: 401, error: 'Not authorized' }

export function subscribe(
  hub: Hub,
  connection: Connection,
  data: JsonObject,
  credentials: Credentials,
): void {
  const name = data['channel']
  if (typeof name !== 'string')
    return connection.send(errorFrame(null, 'A channel needs a name that is a text'))
  const kind = channelKind(name)
  const answer = kind ? wanted(hub, connection, { data, name, kind }, credentials) : invalid
  if (!('type' in answer)) return hub.subscribe(connection, answer)

  connection.send(subscriptionError(name.slice(0, 200), answer.type, answer.status, answer.error))
  if (answer.type !== 'AuthError' || !data['auth']) return
  if (++connection.failedSignatures >= hub.settings.limits.failedSignatures)
    connection.closeWithError(4009, 'Too many signatures that are not valid')
}

const invalid: Refusal = { type: 'InvalidChannel', status: 400, error: 'Not a name of a channel' }

export function unsubscribe(hub: Hub, connection: Connection, data: JsonObject): void {
  const name = data['channel']
  if (typeof name === 'string') hub.unsubscribe(connection, name)
  else connection.send(errorFrame(null, 'A channel needs a name that is a text'))
}

interface Asked {
  data: JsonObject
  name: string
  kind: ChannelKind
}

function wanted(
  hub: Hub,
  connection: Connection,
  { data, name, kind }: Asked,
  credentials: Credentials,
): Subscription | Refusal {
  const { limits } = hub.settings
  const isNew = !connection.subscriptions.has(name)
  if (isNew && connection.subscriptions.size >= limits.subscriptionsPerSocket)
    return { type: 'LimitReached', status: 429, error: 'Too many channels for one socket' }
  if (--connection.subscribes < 0)
    return { type: 'LimitReached', status: 429, error: 'Too many subscriptions at once' }
  if (kind.access === 'public') return hub.settings.open(name) ? { name, kind } : unauthorized
  if (kind.access === 'user')
    return connection.user?.id === userOf(name) ? { name, kind } : unauthorized

  const channelData = data['channel_data']
  if (channelData !== undefined && typeof channelData !== 'string') return unauthorized
  const text = channelText(connection.id, name, channelData)
  if (!tokenMatches(credentials, text, data['auth'])) return unauthorized
  connection.isAuthorized = true
  if (kind.access === 'presence') return present(hub, connection, { data, name, kind })
  const recover = isRecoverable(hub, { name, kind }) ? placeIn(channelData) : undefined
  return { name, kind, recover }
}

function present(
  hub: Hub,
  { user }: Connection,
  { data, name, kind }: Asked,
): Subscription | Refusal {
  const channelData = data['channel_data']
  if (typeof channelData !== 'string')
    return user ? { name, kind, member: { user: user.id, info: user.info } } : unauthorized

  const member = parsedObject(channelData)
  const id =
    typeof member?.['user_id'] === 'number' ? String(member['user_id']) : member?.['user_id']
  const info = JSON.stringify(member?.['user_info'] ?? null)
  if (!isUserId(id)) return { type: 'InvalidMember', status: 400, error: 'Not an id of a user' }
  if (Buffer.byteLength(info) > hub.settings.limits.memberBytes)
    return { type: 'InvalidMember', status: 413, error: 'Too much is said about the user' }
  return { name, kind, member: { user: id, info } }
}

function placeIn(channelData: string | undefined): Place | undefined {
  const recover = channelData === undefined ? null : parsedObject(channelData)?.['recover']
  if (!isObject(recover)) return undefined
  const { epoch, offset } = recover
  if (typeof epoch !== 'string' || !Number.isSafeInteger(offset)) return undefined
  return { epoch, offset: Number(offset) }
}
