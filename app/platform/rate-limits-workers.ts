import cluster from 'node:cluster'

import { z } from 'zod'

import type { Rate, Verdict } from './rate-limits-verdict.ts'
import type { RateLimits } from './rate-limits.ts'

const Rates = z.object({ limit: z.number(), windowMs: z.number() })
/** Without a rate the key is to be forgotten. */
const Question = z.object({ limitsQuestion: z.number(), key: z.string(), rate: Rates.nullable() })
const Verdicts = z.object({ allowed: z.boolean(), retryAfterSeconds: z.number() })
const Answer = z.object({ limitsAnswer: z.number(), verdict: Verdicts.nullable() })

/** In the process that watches over the workers: counts for all of them, or each would allow as much again. */
export function countForWorkers(limits: RateLimits): void {
  cluster.on('message', async (worker, message) => {
    const { data } = Question.safeParse(message)
    if (!data) return
    const { limitsQuestion: limitsAnswer, key, rate } = data
    const verdict = rate ? await limits.hit(key, rate) : await limits.clear(key)
    if (worker.isConnected()) worker.send({ limitsAnswer, verdict: verdict ?? null })
  })
}

/** In a worker: leaves the counting to the process that watches over it. A worker does not outlive that one. */
export function limitsOfWorkers(): RateLimits {
  const waiting = new Map<number, (verdict: Verdict | null) => void>()
  let asked = 0

  process.on('message', (message) => {
    const { data } = Answer.safeParse(message)
    if (!data) return
    waiting.get(data.limitsAnswer)?.(data.verdict)
    waiting.delete(data.limitsAnswer)
  })

  function ask(key: string, rate: Rate | null): Promise<Verdict | null> {
    const limitsQuestion = ++asked
    return new Promise((resolve) => {
      waiting.set(limitsQuestion, resolve)
      process.send?.({ limitsQuestion, key, rate })
    })
  }

  return {
    async hit(key, rate) {
      const verdict = await ask(key, rate)
      if (!verdict) throw new Error('A try was not counted.')
      return verdict
    },
    async clear(key) {
      await ask(key, null)
    },
    async ping() {},
    async close() {},
  }
}
