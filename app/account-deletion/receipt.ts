import { z } from 'zod'

import type { Keyring } from '#app/platform/keys.ts'

/** What was erased, and when. Only the person gets it: we keep nothing of them. */
export const Receipt = z.object({
  /** The id the account had. */
  account: z.string(),
  address: z.string(),
  /** ISO 8601, UTC. */
  created: z.string(),
  erased: z.string(),
  /** How many rows, by table; and how many `files` and `waiting_mails`. */
  gone: z.record(z.string(), z.number()),
})

export type Receipt = z.output<typeof Receipt>

const head = 'foyer-receipt-1'
const purpose = 'deletion-receipt'

/** The receipt as one line of text that nobody can change unseen: its name and version, what it says, our signature. */
export function signReceipt(keys: Keyring, receipt: Receipt): string {
  const said = Buffer.from(JSON.stringify(receipt)).toString('base64url')
  return `${head}.${said}.${keys.sign(purpose, said)}`
}

/** What a receipt says; null when it is not ours, or no longer as we wrote it. Space that mail put into it does not matter. */
export function readReceipt(keys: Keyring, text: string): Receipt | null {
  const [name, said = '', signature = '', ...more] = text.replace(/\s+/g, '').split('.')
  const isOurs = name === head && more.length === 0 && keys.verify(purpose, said, signature)
  return isOurs ? Receipt.parse(JSON.parse(Buffer.from(said, 'base64url').toString('utf8'))) : null
}
