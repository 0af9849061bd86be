import { contentDigest, firstHash, linkHash, originCommitment, signEvent } from './chain.ts'
import type { Tx } from './db/connect.ts'
import { newSalt } from './origin-salt.ts'
import { recordKey } from './record-keys.ts'

const atOnce = 500

/**
 * Takes events that were written before there was a chain into it, as they are found. From now on none of them changes
 * unseen; whether one did before, nobody can tell.
 *
 * @returns the end of the record
 */
export async function chainOldEvents(tx: Tx, account: string) {
  let end = { event_count: 0, record_head: firstHash(account), recorded_at: 0 }
  for (let rows = await oldEvents(tx, account, 0); rows.length > 0;) {
    for (const row of rows) end = await chain(tx, row, end)
    rows = await oldEvents(tx, account, end.event_count)
  }
  return end
}

function oldEvents(tx: Tx, account: string, after: number) {
  return tx
    .selectFrom('events')
    .select(['user_id', 'seq', 'type', 'data', 'at', 'session_id', 'ip', 'user_agent'])
    .where('user_id', '=', account)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(atOnce)
    .execute()
}

type OldEvent = Awaited<ReturnType<typeof oldEvents>>[number]
type End = Awaited<ReturnType<typeof chainOldEvents>>

async function chain(tx: Tx, row: OldEvent, end: End): Promise<End> {
  const { user_id: account, seq, type, at, session_id: session, ip, user_agent: userAgent } = row
  const salt = ip === null && userAgent === null ? null : newSalt()
  const origin = salt && originCommitment({ ip, userAgent }, salt)
  const content = contentDigest({ type, data: JSON.parse(row.data), session, origin })
  const hash = linkHash({ account, seq, at, previous: end.record_head, content })
  const signature = signEvent(recordKey(tx), { account, seq, content, hash })
  await tx
    .updateTable('events')
    .set({ origin_salt: salt, origin_commitment: origin, content_digest: content, hash, signature })
    .where('user_id', '=', account)
    .where('seq', '=', seq)
    .execute()
  return { event_count: seq, record_head: hash, recorded_at: Math.max(at, end.recorded_at) }
}
