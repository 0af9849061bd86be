import { createHmac, randomBytes } from 'node:crypto'

import { secretBytes } from './limits.ts'

const prefix = 'whsec_'

export function newSigningSecret(): string {
  return `${prefix}${randomBytes(secretBytes).toString('base64')}`
}

export interface SignedMessage {
  id: string
  body: string
  /** Time of this attempt, Unix milliseconds. */
  sentAt: number
}

/**
 * The headers of a message.
 *
 * @param secrets  one, or two while a rotation overlaps; the receiver accepts any signature that matches
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signedHeaders({ id, body, sentAt }: SignedMessage, secrets: readonly string[]) {
  const timestamp = Math.floor(sentAt / 1000)
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  }
}
