import { z } from 'zod'

import type { Keyring } from '#app/platform/crypto/keyring.ts'

/** States what was erased and when. Only the person has it; we store no copy. */
export const DeletionReceipt = z.object({
  account: z.string(),
  address: z.string(),
  /** ISO 8601, UTC. */
  created: z.string(),
  erased: z.string(),
  /** Number of rows by table, and of `files` and `waiting_mails`. */
  gone: z.record(z.string(), z.number()),
})

export type DeletionReceipt = z.output<typeof DeletionReceipt>

const receiptFormat = 'foyer-receipt-1'
const purpose = 'deletion-receipt'

/** Encodes the receipt as `<format>.<base64url JSON>.<signature>`. */
export function signReceipt(keys: Keyring, receipt: DeletionReceipt): string {
  const payload = Buffer.from(JSON.stringify(receipt)).toString('base64url')
  return `${receiptFormat}.${payload}.${keys.sign(purpose, payload)}`
}

/** Decodes a receipt; null when the signature does not match. Ignores whitespace added by mail programs. */
export function verifyReceipt(keys: Keyring, text: string): DeletionReceipt | null {
  const [format, payload = '', signature = '', ...rest] = text.replace(/\s+/g, '').split('.')
  const isValid =
    format === receiptFormat && rest.length === 0 && keys.verify(purpose, payload, signature)
  return isValid
    ? DeletionReceipt.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
    : null
}
