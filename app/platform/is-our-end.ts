import { headWorth } from './chain.ts'
import type { Tx } from './db/connect.ts'
import type { End } from './hold-account.ts'
import { everyRecordKey, recordKeysAtHand } from './record-keys.ts'

/**
 * Whether a record ends where we last signed that it does. What is appended is signed in turn: without this question, to cut
 * off events would be to have the rest signed.
 *
 * @throws when what was recorded before the chain was not taken into it yet
 */
export async function isOurEnd(tx: Tx, end: End): Promise<boolean> {
  const { id: account, event_count: seq, record_head: hash, recorded_at: at } = end
  if (hash === null && seq === 0) return true
  if (hash === null) throw new Error('The record was not taken into the chain. Start a server.')

  const head = { account, seq, hash, at: at ?? 0, originsErasedThrough: end.origins_erased_through }
  const signature = end.record_signature ?? ''
  const worth = headWorth(recordKeysAtHand(tx), head, signature)
  if (worth !== 'unknown key') return worth === 'genuine'
  return headWorth(await everyRecordKey(tx), head, signature) === 'genuine'
}
