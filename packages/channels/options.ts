import type { IncomingMessage } from 'node:http'

import type { Bus } from '#bus/bus.ts'
import { defaultTimeouts, type Limits, type Timeouts } from '#hub/limits.ts'
import { requireKeyLength } from '#protocol/grants.ts'
import { requireSecret } from '#protocol/signatures.ts'
import type { WebhookOptions } from '#webhooks/webhooks.ts'

import type { WebhookEvent } from './hub/webhook-event.ts'

export interface ChannelsOptions extends Partial<Timeouts> {
  /** Use a numeric `id`: one SDK parses it as a number. */
  app: { id: string; key: string; secret: string; isEnabled?: boolean; quota?: number }
  /** Defaults to an in-process bus. */
  bus?: Bus
  /** Prefix of `/app/…` and `/apps/…`. */
  path?: string
  /** Serves the signed HTTP API, which the process itself does not need. */
  api?: boolean
  /** Origins whose pages may connect, or null for all. Programs send no origin and are accepted. */
  origins?: string[] | null
  /** Whether the `Host` header of an upgrade is yours; any by default. Others get 421. */
  hostIsAllowed?(request: IncomingMessage): boolean
  address?(request: IncomingMessage): string
  /** Unix milliseconds, for the age of signed requests and the times in webhooks. Everything else is monotonic. */
  now?(): number
  clientEvents?: boolean
  subscriptionCounts?: boolean
  /** Whether a public channel exists; any by default. Listening to one needs no authorization. */
  open?(channel: string): boolean
  /** Whether a channel's events carry their position (`_offset`) and are replayed to clients that missed them. */
  recoverable?(channel: string): boolean
  /** 32 bytes, for encrypted channels. */
  encryptionKey?: Buffer
  webhooks?: WebhookOptions
  onWebhookEvent?(event: WebhookEvent): void
  limits?: Partial<Limits>
  needsProtocol?: boolean
}

type Defaults = Pick<
  ChannelsOptions,
  'path' | 'api' | 'origins' | 'clientEvents' | 'subscriptionCounts' | 'needsProtocol' | 'now'
>

export const defaults: Required<Defaults> & Timeouts = {
  ...defaultTimeouts,
  path: '',
  api: false,
  origins: null,
  clientEvents: false,
  subscriptionCounts: false,
  needsProtocol: false,
  now: () => Date.now(),
}

/** @throws {TypeError} a sentence that names the option */
export function validateOptions({ app, encryptionKey }: ChannelsOptions): void {
  requireSecret(app.secret, 'app.secret')
  if (!/^[\w-]{1,128}$/.test(app.key))
    throw new TypeError('`app.key` must have 1 to 128 letters, digits, _ or -.')
  if (encryptionKey) requireKeyLength(encryptionKey)
}
