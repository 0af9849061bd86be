import { z } from 'zod'

import type { Tx } from '#app/platform/db/connect.ts'
import { emailKey } from '#app/platform/email-address.ts'
import type { Keyring } from '#app/platform/keys.ts'

const atOnce = 500
const Addressed = z.object({ to: z.object({ address: z.string() }) })

/** Removes every mail to an address that has not left, those given up included. @returns how many there were */
export async function forgetMail(tx: Tx, keys: Keyring, email: string): Promise<number> {
  const key = emailKey(email)
  const found: string[] = []
  for (let last = ''; ;) {
    const jobs = await tx
      .selectFrom('jobs')
      .select(['id', 'payload_sealed'])
      .where('kind', '=', 'mail')
      .where('id', '>', last)
      .orderBy('id')
      .limit(atOnce)
      .execute()
    for (const job of jobs) if (addressee(keys, job) === key) found.push(job.id)
    if (jobs.length < atOnce) break
    last = jobs.at(-1)?.id ?? ''
  }
  for (const id of found) await tx.deleteFrom('jobs').where('id', '=', id).execute()
  return found.length
}

/** Payloads are sealed: whom a mail is for can only be seen one by one. */
function addressee(keys: Keyring, job: { id: string; payload_sealed: string }): string | null {
  const opened = keys.open('job', job.payload_sealed, job.id)
  const mail = Addressed.safeParse(opened && JSON.parse(opened))
  return mail.success ? emailKey(mail.data.to.address) : null
}
