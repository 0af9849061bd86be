import type { IncomingMessage } from 'node:http'

import type { Bus } from '#bus/bus.ts'
import type { Limits } from '#hub/limits.ts'
import type { WebhookOptions } from '#webhooks/webhooks.ts'

import type { WebhookEvent } from './hub/webhook-event.ts'

export interface ChannelsOptions {
  /** Numbers are the safest ids: one SDK reads them as such. */
  app: { id: string; key: string; secret: string; isEnabled?: boolean; quota?: number }
  /** In process unless given. */
  bus?: Bus
  /** What stands before `/app/…` and `/apps/…`. */
  path?: string
  /** Whether the signed HTTP API is there; the process itself needs none. */
  api?: boolean
  /** Pages that may connect, or null for all; programs send no origin and are let in. */
  origins?: string[] | null
  address?(request: IncomingMessage): string
  /** Unix milliseconds: how old a signed request is, and when something happened. Nothing else looks at a clock. */
  now?(): number
  clientEvents?: boolean
  subscriptionCounts?: boolean
  /** Which public channels there are: any, unless given. Nobody has to be authorized to listen to one. */
  open?(channel: string): boolean
  /** Whether events of a channel carry their place (`_offset`) and are told to those who missed them. */
  recoverable?(channel: string): boolean
  /** 32 bytes, for encrypted channels. */
  encryptionKey?: Buffer
  webhooks?: WebhookOptions
  onWebhookEvent?(happening: WebhookEvent): void
  limits?: Partial<Limits>
  needsProtocol?: boolean
  activityTimeoutSeconds?: number
  idleMs?: number
  pongMs?: number
  maxAgeMs?: number
  /** How long a socket may stay that nobody has authorized for anything; for ever unless given. */
  authorizeMs?: number
  beatMs?: number
  /** How long something may wait for a bus that does not answer. */
  busTimeoutMs?: number
  drainMs?: number
  closeMs?: number
}

type Defaults = Pick<
  ChannelsOptions,
  | 'path'
  | 'api'
  | 'origins'
  | 'clientEvents'
  | 'subscriptionCounts'
  | 'needsProtocol'
  | 'activityTimeoutSeconds'
  | 'idleMs'
  | 'pongMs'
  | 'maxAgeMs'
  | 'authorizeMs'
  | 'beatMs'
  | 'busTimeoutMs'
  | 'drainMs'
  | 'closeMs'
  | 'now'
>

export const defaults: Required<Defaults> = {
  path: '',
  api: false,
  origins: null,
  clientEvents: false,
  subscriptionCounts: false,
  needsProtocol: false,
  activityTimeoutSeconds: 120,
  idleMs: 30_000,
  pongMs: 30_000,
  maxAgeMs: 86_400_000,
  authorizeMs: Infinity,
  beatMs: 5000,
  busTimeoutMs: 5000,
  drainMs: 10_000,
  closeMs: 5000,
  now: () => Date.now(),
}
