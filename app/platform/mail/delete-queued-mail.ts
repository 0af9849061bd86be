import { z } from 'zod'

import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

const batchSize = 500
const AddressedMail = z.object({ to: z.object({ address: z.string() }) })

/** Removes every mail to an address that has not left, those given up included. @returns how many there were */
export async function deleteQueuedMail(tx: Tx, keys: Keyring, email: string): Promise<number> {
  const key = emailKey(email)
  const matchingIds: string[] = []
  for (let last = ''; ;) {
    const jobs = await tx
      .selectFrom('jobs')
      .select(['id', 'payload_sealed'])
      .where('kind', '=', 'mail')
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    for (const job of jobs) if (recipientKey(keys, job) === key) matchingIds.push(job.id)
    if (jobs.length < batchSize) break
    last = jobs.at(-1)?.id ?? ''
  }
  for (const id of matchingIds) await tx.deleteFrom('jobs').where('id', '=', id).execute()
  return matchingIds.length
}

/** Payloads are sealed: whom a mail is for can only be seen one by one. */
function recipientKey(keys: Keyring, job: { id: string; payload_sealed: string }): string | null {
  const decrypted = keys.decrypt('job', job.payload_sealed, job.id)
  const mail = AddressedMail.safeParse(decrypted && JSON.parse(decrypted))
  return mail.success ? emailKey(mail.data.to.address) : null
}
