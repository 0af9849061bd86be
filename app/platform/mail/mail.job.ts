import { z } from 'zod'

import type { JobHandler } from '#app/platform/jobs/run-job.ts'
import type { RateLimits } from '#app/platform/rate-limit/rate-limits.ts'
import { mailDeliveries } from '#app/platform/telemetry/trace-channels.ts'

import { mayDeliver, maySendMail } from './mail-rate-limits.ts'
import type { Mailer } from './mailer.ts'

const QueuedMail = z.object({
  to: z.object({ name: z.string(), address: z.string() }),
  letter: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
  at: z.number(),
  budget: z.object({ kind: z.enum(['new-device', 'warning']), userId: z.string() }).optional(),
  countsForRecipient: z.boolean().optional(),
  isDropped: z.boolean().optional(),
})

export type QueuedMail = z.output<typeof QueuedMail>

/** Handles jobs of kind `mail`. The job's id becomes the Message-ID, so that a mail sent twice can be recognized. */
export function mailJob(mailer: Mailer, limits: RateLimits): JobHandler {
  return async (payload, { id, attempts }) => {
    const mail = QueuedMail.parse(payload)
    if (mail.isDropped) return
    // A retry was counted before.
    if (attempts === 1 && !(await isWithinBudget(limits, mail))) return
    await mailDeliveries.tracePromise(() => mailer.send(id, mail), { attempts })
  }
}

async function isWithinBudget(
  limits: RateLimits,
  { to, budget, countsForRecipient }: QueuedMail,
): Promise<boolean> {
  if (budget) return mayDeliver(limits, budget)
  return !countsForRecipient || maySendMail(limits, { to: to.address, userId: null })
}
