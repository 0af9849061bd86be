import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { z } from 'zod'

import type { Assets } from '#app/http/inertia/assets.ts'
import type { cookieNames } from '#app/http/security/cookies.ts'
import type { Clock } from '#app/platform/clock/clock.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Database, Db } from '#app/platform/db/connect.ts'
import type { RateLimits } from '#app/platform/rate-limit/rate-limits.ts'

/** Infers the types of bodies, parameters and queries from their Zod schemas. */
interface ZodTypeProvider extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

export interface Services {
  config: Config
  clock: Clock
  database: Database
  keys: Keyring
  limits: RateLimits
  assets: Assets
}

declare module 'fastify' {
  interface FastifyInstance extends Services {
    db: Db
    cookieNames: ReturnType<typeof cookieNames>
  }
}
