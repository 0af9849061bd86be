import { createHmac, timingSafeEqual } from 'node:crypto'

import type { AccountState } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { recordKeysAtHand } from '#app/platform/record-keys.ts'

import { nobody } from './fold.ts'

/** What the events up to one of them make. */
export interface Snapshot {
  seq: number
  state: AccountState
}

/** The last one up to an event. One that was not signed by us is passed over, and so are those before it. */
export async function nearestSnapshot(db: Db, userId: string, seq: number): Promise<Snapshot> {
  const row = await db
    .selectFrom('account_snapshots')
    .select(['seq', 'state', 'signature'])
    .where('user_id', '=', userId)
    .where('seq', '<=', seq)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isOurs = row && isGenuine(db, { userId, ...row })
  return isOurs ? { seq: row.seq, state: JSON.parse(row.state) } : { seq: 0, state: nobody }
}

/** Where a transaction is under way, nothing is kept: there will be another time. */
export async function keepSnapshots(db: Db, userId: string, snapshots: Snapshot[]): Promise<void> {
  if (snapshots.length === 0 || db.isTransaction) return
  const rows = snapshots.map(({ seq, state: folded }) => {
    const state = JSON.stringify(folded)
    return { user_id: userId, seq, state, signature: signed(db, { userId, seq, state }) }
  })
  await db
    .insertInto('account_snapshots')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'seq']).doUpdateSet(({ ref }) => ({
        state: ref('excluded.state'),
        signature: ref('excluded.signature'),
      })),
    )
    .execute()
}

interface Signed {
  userId: string
  seq: number
  state: string
}

function signed(db: Db, snapshot: Signed): string {
  const [name, key] = recordKeysAtHand(db).entries().next().value ?? []
  return name && key ? `${name}.${mac(key, snapshot)}` : ''
}

function isGenuine(db: Db, { signature, ...snapshot }: Signed & { signature: string }): boolean {
  const [name = '', given = ''] = signature.split('.')
  const key = recordKeysAtHand(db).get(name)
  if (!key) return false
  const [expected, found] = [Buffer.from(mac(key, snapshot)), Buffer.from(given)]
  return expected.length === found.length && timingSafeEqual(expected, found)
}

function mac(key: Buffer, { userId, seq, state }: Signed): string {
  return createHmac('sha256', key)
    .update(`foyer-1 snapshot\n${JSON.stringify([userId, seq, state])}`)
    .digest('base64url')
}
