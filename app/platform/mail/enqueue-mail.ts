import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'

import type { MailBudget } from './mail-rate-limits.ts'
import type { QueuedMail } from './mail.job.ts'
import type { RenderedMail } from './render-mail.ts'

export interface NewMail {
  to: { name: string; address: string }
  rendered: RenderedMail
  budget?: MailBudget
  /** Queued but never sent. */
  isDropped?: boolean
  /** While a mail with this key is queued, another is not stored. */
  dedupeKey?: string
  now: number
}

export async function enqueueMail(tx: Db, keys: Keyring, mail: NewMail): Promise<void> {
  const { to, rendered, budget, isDropped, now, dedupeKey } = mail
  const payload: QueuedMail = {
    to,
    letter: rendered,
    at: now,
    ...(budget === 'recipient' ? { countsForRecipient: true } : budget && { budget }),
    ...(isDropped && { isDropped }),
  }
  await enqueue(tx, keys, { kind: 'mail', payload, now, ...(dedupeKey && { dedupeKey }) })
}
