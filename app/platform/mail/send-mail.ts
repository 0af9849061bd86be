import type { Db } from '#app/platform/db/connect.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'
import type { Keyring } from '#app/platform/keys.ts'

import type { Letter } from './letter.ts'
import type { QueuedMail } from './mail.job.ts'

export interface NewMail {
  to: { name: string; address: string }
  letter: Letter
  /** While a mail with this key waits, another is not stored. */
  dedupeKey?: string
  now: number
}

/** Stores a mail in the caller's transaction; it leaves once that is committed. */
export async function sendMail(tx: Db, keys: Keyring, mail: NewMail): Promise<void> {
  const { to, letter, now, dedupeKey } = mail
  const payload: QueuedMail = { to, letter, at: now }
  await enqueue(tx, keys, { kind: 'mail', payload, now, ...(dedupeKey && { dedupeKey }) })
}
