import { z } from 'zod'

import type { Keyring } from '#app/platform/crypto/keyring.ts'

/** What was erased, and when. Only the person gets it: we keep nothing of them. */
export const DeletionReceipt = z.object({
  /** The id the account had. */
  account: z.string(),
  address: z.string(),
  /** ISO 8601, UTC. */
  created: z.string(),
  erased: z.string(),
  /** How many rows, by table; and how many `files` and `waiting_mails`. */
  gone: z.record(z.string(), z.number()),
})

export type DeletionReceipt = z.output<typeof DeletionReceipt>

const receiptFormat = 'foyer-receipt-1'
const purpose = 'deletion-receipt'

/** The receipt as one line of text that nobody can change unseen: its name and version, what it says, our signature. */
export function signReceipt(keys: Keyring, receipt: DeletionReceipt): string {
  const payload = Buffer.from(JSON.stringify(receipt)).toString('base64url')
  return `${receiptFormat}.${payload}.${keys.sign(purpose, payload)}`
}

/** What a receipt says; null when it is not ours, or no longer as we wrote it. Space that mail put into it does not matter. */
export function verifyReceipt(keys: Keyring, text: string): DeletionReceipt | null {
  const [format, payload = '', signature = '', ...rest] = text.replace(/\s+/g, '').split('.')
  const isValid =
    format === receiptFormat && rest.length === 0 && keys.verify(purpose, payload, signature)
  return isValid
    ? DeletionReceipt.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
    : null
}
