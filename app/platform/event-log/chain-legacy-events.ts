import type { InferResult } from 'kysely'

import type { Tx } from '#app/platform/db/connect.ts'
import { batches } from '#app/platform/lib/batches.ts'

import { eventsAfter } from './events-between.ts'
import {
  contentDigest,
  genesisHash,
  eventHash,
  clientDataCommitment,
  newClientDataSalt,
  signEvent,
} from './hash-chain.ts'
import { currentSigningKey } from './signing-keys.ts'

const batchSize = 500

/**
 * Chains events from before the hash chain as they are. Later changes to them become detectable; earlier ones are not.
 *
 * @returns the new log head
 */
export async function chainLegacyEvents(tx: Tx, account: string) {
  let head = { event_count: 0, record_head: genesisHash(account), recorded_at: 0 }
  const rowBatches = batches(legacyEvents(tx, account, 0), ({ seq }) =>
    legacyEvents(tx, account, seq),
  )
  for await (const rows of rowBatches)
    for (const row of rows) head = await chainEvent(tx, row, head)
  return head
}

function legacyEvents(tx: Tx, account: string, after: number) {
  return eventsAfter(tx, account, after)
    .select(['user_id', 'seq', 'type', 'data', 'at', 'session_id', 'ip', 'user_agent'])
    .limit(batchSize)
}

type LegacyEvent = InferResult<ReturnType<typeof legacyEvents>>[number]
type ChainHead = Awaited<ReturnType<typeof chainLegacyEvents>>

async function chainEvent(tx: Tx, row: LegacyEvent, head: ChainHead): Promise<ChainHead> {
  const { user_id: account, seq, type, at, session_id: session, ip, user_agent: userAgent } = row
  const salt = ip === null && userAgent === null ? null : newClientDataSalt()
  const origin = salt && clientDataCommitment({ ip, userAgent, country: null }, salt)
  const content = contentDigest({ type, data: JSON.parse(row.data), session, origin })
  const hash = eventHash({ logId: account, seq, at, previous: head.record_head, content })
  const signature = signEvent(currentSigningKey(tx), { logId: account, seq, content, hash })
  await tx
    .updateTable('events')
    .set({ origin_salt: salt, origin_commitment: origin, content_digest: content, hash, signature })
    .where('user_id', '=', account)
    .where('seq', '=', seq)
    .execute()
  return { event_count: seq, record_head: hash, recorded_at: Math.max(at, head.recorded_at) }
}
