import { createHash } from 'node:crypto'

import { HttpError } from '#http/http-error.ts'

import { parseChannelKind, isSocketId, userIdOf } from './channel-name.ts'
import {
  channelStringToSign,
  type Credentials,
  authToken,
  requireSecret,
  userStringToSign,
} from './signatures.ts'

const keyBytes = 32

/** A position as clients see it: `offset` is encrypted (`OffsetCipher`). */
export interface StreamPosition {
  epoch: string
  offset: string
}

export interface Granted {
  auth: string
  channel_data?: string
  shared_secret?: string
}

export interface User {
  /** A number is sent as text. */
  id: string | number
  user_info?: unknown
  watchlist?: (string | number)[]
}

export interface Grant {
  /** The joining member; required for presence channels. A number is sent as text. */
  member?: { user_id: string | number; user_info?: unknown }
  /** The client's last position, from which it recovers missed events; for private channels. */
  recover?: StreamPosition | undefined
}

/**
 * Builds the authorization endpoint's response, once the application has allowed the subscription.
 *
 * @param encryptionKey  32 bytes, for encrypted channels
 * @throws {HttpError} 400 for an invalid socket, channel or user id, and without a member on a presence channel
 * @throws {TypeError} for an empty secret and an encryption key of another length
 */
export function grantChannel(
  credentials: Credentials,
  socket: string,
  channel: string,
  { member, recover }: Grant = {},
  encryptionKey: Buffer | null = null,
): Granted {
  requireSecret(credentials.secret, 'secret')
  if (encryptionKey) requireKeyLength(encryptionKey)
  const kind = parseChannelKind(channel)
  if (!isSocketId(socket)) throw new HttpError(400, 'Invalid socket id')
  if (kind?.access !== 'private' && kind?.access !== 'presence')
    throw new HttpError(400, 'Not a private or presence channel')
  const claims =
    kind.access === 'presence' ? presenceClaims(channel, member) : recover && { recover }
  const channelData = claims && JSON.stringify(claims)
  const granted: Granted = {
    auth: authToken(credentials, channelStringToSign(socket, channel, channelData)),
  }
  if (channelData !== undefined) granted.channel_data = channelData
  if (kind.isEncrypted && encryptionKey)
    granted.shared_secret = sharedSecret(channel, encryptionKey).toString('base64')
  return granted
}

function presenceClaims(channel: string, member: Grant['member']): object {
  if (!member) throw new HttpError(400, `To join ${channel}, a grant needs a \`member\``)
  const user_id = userIdOf(member.user_id)
  if (user_id === null) throw new HttpError(400, 'Invalid user id')
  return { ...member, user_id }
}

/** @throws {TypeError} for another length than the cipher needs */
export function requireKeyLength(encryptionKey: Buffer): void {
  if (encryptionKey.length !== keyBytes)
    throw new TypeError(
      `\`encryptionKey\` must have ${keyBytes} bytes, not ${encryptionKey.length}.`,
    )
}

/**
 * Builds the sign-in endpoint's response.
 *
 * @throws {HttpError} 400 for an invalid socket or user id
 * @throws {TypeError} for an empty secret
 */
export function grantUser(
  credentials: Credentials,
  socket: string,
  user: User,
): { auth: string; user_data: string } {
  requireSecret(credentials.secret, 'secret')
  if (!isSocketId(socket)) throw new HttpError(400, 'Invalid socket id')
  const id = userIdOf(user.id)
  if (id === null) throw new HttpError(400, 'Invalid user id')
  const user_data = JSON.stringify({ ...user, id })
  return { auth: authToken(credentials, userStringToSign(socket, user_data)), user_data }
}

export function sharedSecret(channel: string, encryptionKey: Buffer): Buffer {
  return createHash('sha256').update(channel).update(encryptionKey).digest()
}
