import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { z } from 'zod'

import type { Assets } from '#app/http/assets.ts'
import type { cookieNames } from '#app/http/cookies.ts'
import type { Clock } from '#app/platform/clock.ts'
import type { Config } from '#app/platform/config.ts'
import type { Database, Db } from '#app/platform/db/connect.ts'
import type { Keyring } from '#app/platform/keys.ts'
import type { RateLimits } from '#app/platform/rate-limits.ts'

/** Bodies, parameters and queries have the type their Zod schema gives them. */
interface ZodTypes extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypes
>

/** What every route can stand on. */
export interface Parts {
  config: Config
  clock: Clock
  database: Database
  keys: Keyring
  limits: RateLimits
  assets: Assets
}

declare module 'fastify' {
  interface FastifyInstance extends Parts {
    db: Db
    cookieNames: ReturnType<typeof cookieNames>
  }
}
