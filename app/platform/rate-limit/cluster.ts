import cluster from 'node:cluster'

import { z } from 'zod'

import type { RateLimits } from './rate-limits.ts'
import type { Rate, RateLimitResult } from './result.ts'

const RateSchema = z.object({ limit: z.number(), windowMs: z.number() })
/** Without a rate the key is to be forgotten. */
const RequestSchema = z.object({
  limitsQuestion: z.number(),
  key: z.string(),
  rate: RateSchema.nullable(),
})
const ResultSchema = z.object({ allowed: z.boolean(), retryAfterSeconds: z.number() })
const ResponseSchema = z.object({ limitsAnswer: z.number(), verdict: ResultSchema.nullable() })

/** In the process that watches over the workers: counts for all of them, or each would allow as much again. */
export function serveWorkerRateLimits(limits: RateLimits): void {
  cluster.on('message', async (worker, message) => {
    const { data } = RequestSchema.safeParse(message)
    if (!data) return
    const { limitsQuestion: limitsAnswer, key, rate } = data
    const verdict = rate ? await limits.hit(key, rate) : await limits.clear(key)
    if (worker.isConnected()) worker.send({ limitsAnswer, verdict: verdict ?? null })
  })
}

/** In a worker: leaves the counting to the process that watches over it. A worker does not outlive that one. */
export function workerRateLimits(): RateLimits {
  const pending = new Map<number, (result: RateLimitResult | null) => void>()
  let lastRequestId = 0

  process.on('message', (message) => {
    const { data } = ResponseSchema.safeParse(message)
    if (!data) return
    pending.get(data.limitsAnswer)?.(data.verdict)
    pending.delete(data.limitsAnswer)
  })

  function sendRequest(key: string, rate: Rate | null): Promise<RateLimitResult | null> {
    const limitsQuestion = ++lastRequestId
    return new Promise((resolve) => {
      pending.set(limitsQuestion, resolve)
      process.send?.({ limitsQuestion, key, rate })
    })
  }

  return {
    async hit(key, rate) {
      const result = await sendRequest(key, rate)
      if (!result) throw new Error('A try was not counted.')
      return result
    },
    async clear(key) {
      await sendRequest(key, null)
    },
    async ping() {},
    async close() {},
  }
}
