import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

import type { Attribute } from '#app/attributes.ts'
import type { Clock } from '#app/platform/clock/clock.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Database, Db } from '#app/platform/db/connect.ts'
import type { FileStore } from '#app/platform/files/file-store.ts'
import type { RateLimits } from '#app/platform/rate-limit/rate-limits.ts'

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

declare module 'fastify' {
  interface FastifyInstance {
    config: Config
    clock: Clock
    database: Database
    db: Db
    keys: Keyring
    limits: RateLimits
    files: FileStore
    attributes: readonly Attribute[]
  }
}
