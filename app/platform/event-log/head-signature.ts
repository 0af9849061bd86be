import type { Tx } from '#app/platform/db/connect.ts'

import type { LogHead } from './account-row-lock.ts'
import { headSignatureStatus } from './hash-chain.ts'
import { allSigningKeys, knownSigningKeys } from './signing-keys.ts'

/**
 * Whether a record ends where we last signed that it does. What is appended is signed in turn: without this question, to cut
 * off events would be to have the rest signed.
 *
 * @throws when what was recorded before the chain was not taken into it yet
 */
export async function hasValidHeadSignature(tx: Tx, logHead: LogHead): Promise<boolean> {
  const { id: account, event_count: seq, record_head: hash, recorded_at: at } = logHead
  if (hash === null && seq === 0) return true
  if (hash === null) throw new Error('The record was not taken into the chain. Start a server.')

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
