import cluster from 'node:cluster'

import { z } from 'zod'

import { type RateLimitKey, rateLimitScopes } from './rate-limit-key.ts'
import type { RateLimitResult } from './rate-limit-result.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Rate } from './rate.ts'

const RateSchema = z.object({ limit: z.number(), windowMs: z.number() })
/** A request without a rate clears the key. */
const RequestSchema = z.object({
  rateLimitRequestId: z.number(),
  key: z.templateLiteral([z.enum(rateLimitScopes), ':', z.string()]),
  rate: RateSchema.nullable(),
})
const ResultSchema = z.object({
  allowed: z.boolean(),
  retryAfterSeconds: z.number(),
  count: z.number(),
})
const ResponseSchema = z.object({
  rateLimitResponseId: z.number(),
  result: ResultSchema.nullable(),
})

/** In the primary process: counts for all workers, or each would allow the full rate. */
export function serveWorkerRateLimits(limits: RateLimits): void {
  cluster.on('message', async (worker, message) => {
    const { data } = RequestSchema.safeParse(message)
    if (!data) return
    const { rateLimitRequestId: rateLimitResponseId, key, rate } = data
    const result = rate ? await limits.hit(key, rate) : await limits.clear(key)
    if (worker.isConnected()) worker.send({ rateLimitResponseId, result: result ?? null })
  })
}

/** In a worker: asks the primary process, which a worker never outlives. */
export function workerRateLimits(): RateLimits {
  const pending = new Map<number, (result: RateLimitResult | null) => void>()
  let lastRequestId = 0

  process.on('message', (message) => {
    const { data } = ResponseSchema.safeParse(message)
    if (!data) return
    pending.get(data.rateLimitResponseId)?.(data.result)
    pending.delete(data.rateLimitResponseId)
  })

  function sendRequest(key: RateLimitKey, rate: Rate | null): Promise<RateLimitResult | null> {
    const rateLimitRequestId = ++lastRequestId
    return new Promise((resolve) => {
      pending.set(rateLimitRequestId, resolve)
      process.send?.({ rateLimitRequestId, key, rate })
    })
  }

  return {
    async hit(key, rate) {
      const result = await sendRequest(key, rate)
      if (!result) throw new Error('The primary process did not count an attempt.')
      return result
    },
    async clear(key) {
      await sendRequest(key, null)
    },
    async ping() {},
    async close() {},
  }
}
