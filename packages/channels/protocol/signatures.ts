import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export interface Credentials {
  key: string
  secret: string
}

const hexDigest = /^[0-9a-f]{64}$/

/** HMAC-SHA256 in lower-case hexadecimal. */
export function signature(secret: string, text: string | Buffer): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

export function signatureMatches(
  secret: string,
  text: string | Buffer,
  candidate: unknown,
): boolean {
  if (typeof candidate !== 'string' || !hexDigest.test(candidate)) return false
  return timingSafeEqual(Buffer.from(candidate, 'hex'), Buffer.from(signature(secret, text), 'hex'))
}

/** @throws {TypeError} for an empty secret, with which anyone could sign */
export function requireSecret(secret: unknown, name: string): void {
  if (typeof secret !== 'string' || secret === '')
    throw new TypeError(`\`${name}\` must be the application's secret, and is empty.`)
}

/** Checks a `KEY:HEX` token from the authorization endpoint. */
export function authTokenMatches(
  { key, secret }: Credentials,
  text: string,
  token: unknown,
): boolean {
  if (typeof token !== 'string') return false
  const colon = token.indexOf(':')
  return token.slice(0, colon) === key && signatureMatches(secret, text, token.slice(colon + 1))
}

export function authToken({ key, secret }: Credentials, text: string): string {
  return `${key}:${signature(secret, text)}`
}

/** Unambiguous only because socket ids and channel names contain no colon: validate both first. */
export function channelStringToSign(
  socketId: string,
  channel: string,
  channelData?: string,
): string {
  return channelData === undefined
    ? `${socketId}:${channel}`
    : `${socketId}:${channel}:${channelData}`
}

export function userStringToSign(socketId: string, userData: string): string {
  return `${socketId}::user::${userData}`
}

export function md5(body: Buffer): string {
  return createHash('md5').update(body).digest('hex')
}
