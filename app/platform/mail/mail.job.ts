import { z } from 'zod'

import type { JobHandler } from '#app/platform/jobs/run-job.ts'

import type { Mailer } from './mailer.ts'

const QueuedMail = z.object({
  to: z.object({ name: z.string(), address: z.string() }),
  letter: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
  at: z.number(),
})

export type QueuedMail = z.output<typeof QueuedMail>

/** Handles jobs of kind `mail`. The job's id becomes the Message-ID, so that a mail sent twice can be recognised. */
export function mailJob(mailer: Mailer): JobHandler {
  return (payload, { id }) => mailer.send(id, QueuedMail.parse(payload))
}
