import { z } from 'zod'

import type { Clock } from '#app/platform/clock/clock.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Db } from '#app/platform/db/connect.ts'
import type { FileStore } from '#app/platform/files/file-store.ts'
import type { JobHandler } from '#app/platform/jobs/run-job.ts'
import { enqueueMail } from '#app/platform/mail/enqueue-mail.ts'
import type { MailWriterFor } from '#app/platform/mail/mail-writer.ts'

import { deletionReceiptMail } from './deletion-receipt.mail.ts'
import { DeletionReceipt, signReceipt } from './deletion-receipt.ts'

interface JobDependencies {
  db: Db
  keys: Keyring
  clock: Clock
  files: FileStore
  mailWriterFor: MailWriterFor
}

const AccountErasedPayload = z.object({
  receipt: DeletionReceipt,
  to: z.object({
    name: z.string(),
    email: z.string(),
    locale: z.string().nullable(),
    timezone: z.string().nullable(),
  }),
  files: z.array(z.string()),
})

/** Runs `account-erased` jobs: deletes the files of the erased account and mails the receipt. */
export function accountErasedJob({
  db,
  keys,
  clock,
  files: fileStore,
  mailWriterFor,
}: JobDependencies): JobHandler {
  return async (payload) => {
    const { receipt, to, files } = AccountErasedPayload.parse(payload)
    for (const file of files) await fileStore.remove(file)

    const now = clock.now()
    const rendered = deletionReceiptMail(mailWriterFor(to.locale, now), {
      receipt,
      signedReceipt: signReceipt(keys, receipt),
      timezone: to.timezone,
    })
    const delivery = { to: { name: to.name, address: to.email }, rendered, now }
    await enqueueMail(db, keys, { ...delivery, dedupeKey: `receipt:${receipt.account}` })
  }
}
