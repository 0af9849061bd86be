import { z } from 'zod'

import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { batches } from '#app/platform/lib/batches.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

const batchSize = 500
const AddressedMail = z.object({ to: z.object({ address: z.string() }) })

/** Deletes every unsent mail to some addresses, including dead jobs. @returns the number deleted */
export async function deleteQueuedMail(tx: Tx, keys: Keyring, emails: string[]): Promise<number> {
  const emailKeys = new Set(emails.map(emailKey))
  const matchingIds: string[] = []
  const mailJobs = tx
    .selectFrom('jobs')
    .select(['id', 'payload_sealed'])
    .where('kind', '=', 'mail')
    .orderBy('id')
    .limit(batchSize)
  for await (const jobs of batches(mailJobs, ({ id }) => mailJobs.where('id', '>', id)))
    for (const job of jobs)
      if (emailKeys.has(recipientKey(keys, job) ?? '')) matchingIds.push(job.id)
  for (const id of matchingIds) await tx.deleteFrom('jobs').where('id', '=', id).execute()
  return matchingIds.length
}

/** Payloads are encrypted, so recipients cannot be queried. */
function recipientKey(keys: Keyring, job: { id: string; payload_sealed: string }): string | null {
  const decrypted = keys.decrypt('job', job.payload_sealed, job.id)
  const mail = AddressedMail.safeParse(decrypted && JSON.parse(decrypted))
  return mail.success ? emailKey(mail.data.to.address) : null
}
