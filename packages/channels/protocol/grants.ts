import { createHash } from 'node:crypto'

import { HttpError } from '#http/http-error.ts'

import { parseChannelKind, isSocketId, isUserId } from './channel-name.ts'
import { channelStringToSign, type Credentials, authToken, userStringToSign } from './signatures.ts'

export interface StreamPosition {
  epoch: string
  offset: number
}

export interface Granted {
  auth: string
  channel_data?: string
  shared_secret?: string
}

export interface User {
  id: string
  user_info?: unknown
  watchlist?: string[]
}

export interface Grant {
  member?: { user_id: string; user_info?: unknown }
  /** The client's last position, from which it recovers missed events; for private channels. */
  recover?: StreamPosition | undefined
}

/**
 * Builds the authorization endpoint's response, once the application has allowed the subscription.
 *
 * @param encryptionKey  32 bytes, for encrypted channels
 * @throws {HttpError} 400 for an invalid socket, channel or user id
 */
export function grantChannel(
  credentials: Credentials,
  socket: string,
  channel: string,
  { member, recover }: Grant = {},
  encryptionKey: Buffer | null = null,
): Granted {
  const kind = parseChannelKind(channel)
  if (!isSocketId(socket)) throw new HttpError(400, 'Invalid socket id')
  if (kind?.access !== 'private' && kind?.access !== 'presence')
    throw new HttpError(400, 'Not a private or presence channel')
  if (kind.access === 'presence' && member && !isUserId(member.user_id))
    throw new HttpError(400, 'Invalid user id')
  const claims = kind.access === 'presence' ? member : recover && { recover }
  const channelData = claims && JSON.stringify(claims)
  const granted: Granted = {
    auth: authToken(credentials, channelStringToSign(socket, channel, channelData)),
  }
  if (channelData !== undefined) granted.channel_data = channelData
  if (kind.isEncrypted && encryptionKey)
    granted.shared_secret = sharedSecret(channel, encryptionKey).toString('base64')
  return granted
}

/**
 * Builds the sign-in endpoint's response.
 *
 * @throws {HttpError} 400 for an invalid socket or user id
 */
export function grantUser(
  credentials: Credentials,
  socket: string,
  user: User,
): { auth: string; user_data: string } {
  if (!isSocketId(socket)) throw new HttpError(400, 'Invalid socket id')
  if (!isUserId(user.id)) throw new HttpError(400, 'Invalid user id')
  const user_data = JSON.stringify(user)
  return { auth: authToken(credentials, userStringToSign(socket, user_data)), user_data }
}

export function sharedSecret(channel: string, encryptionKey: Buffer): Buffer {
  return createHash('sha256').update(channel).update(encryptionKey).digest()
}
