import type { Db, Tx } from '#app/platform/db/connect.ts'

import type { LogHead } from './account-row-lock.ts'
import { headSignatureStatus } from './hash-chain.ts'
import type { StoredHead } from './log-store.ts'
import { allSigningKeys, knownSigningKeys } from './signing-keys.ts'

/**
 * Whether the log head has a valid signature. Appending signs the new head, so without this check an attacker could remove
 * events and have the rest signed.
 *
 * @throws when a legacy log is not chained yet
 */
export async function hasValidHeadSignature(tx: Tx, logHead: LogHead): Promise<boolean> {
  const { id: logId, event_count: seq, record_head: hash, recorded_at: at } = logHead
  if (hash === null && seq === 0) return true
  if (hash === null) throw new Error('The event log is not chained yet: start a server once')

  const head = {
    logId,
    seq,
    hash,
    at: at ?? 0,
    originsErasedThrough: logHead.origins_erased_through,
  }
  return isGenuineHead(tx, { ...head, signature: logHead.record_signature ?? '' })
}

/** Looks up keys of replaced application keys only if one is needed. */
export async function isGenuineHead(db: Db, { signature, ...head }: StoredHead): Promise<boolean> {
  const status = headSignatureStatus(knownSigningKeys(db), head, signature)
  if (status !== 'unknown key') return status === 'genuine'
  return headSignatureStatus(await allSigningKeys(db), head, signature) === 'genuine'
}
