import type { Tx } from '#app/platform/db/connect.ts'

import type { LogHead } from './account-row-lock.ts'
import { headSignatureStatus } from './hash-chain.ts'
import { allSigningKeys, knownSigningKeys } from './signing-keys.ts'

/**
 * Whether the log head has a valid signature. Appending signs the new head, so without this check an attacker could remove
 * events and have the rest signed.
 *
 * @throws when a legacy log is not chained yet
 */
export async function hasValidHeadSignature(tx: Tx, logHead: LogHead): Promise<boolean> {
  const { id: account, event_count: seq, record_head: hash, recorded_at: at } = logHead
  if (hash === null && seq === 0) return true
  if (hash === null) throw new Error('The event log is not chained yet: start a server once')

  const head = {
    account,
    seq,
    hash,
    at: at ?? 0,
    originsErasedThrough: logHead.origins_erased_through,
  }
  const signature = logHead.record_signature ?? ''
  const status = headSignatureStatus(knownSigningKeys(tx), head, signature)
  if (status !== 'unknown key') return status === 'genuine'
  return headSignatureStatus(await allSigningKeys(tx), head, signature) === 'genuine'
}
