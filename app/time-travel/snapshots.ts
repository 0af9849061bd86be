import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { AccountState } from '#app/pages.ts'
import { firstHash } from '#app/platform/chain.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { linkLifeMs } from '#app/platform/one-time-tokens.ts'
import { recordKeysAtHand } from '#app/platform/record-keys.ts'
import { longestSessionSeconds } from '#app/platform/sessions.ts'

import { nobody } from './fold.ts'

/** What the events up to one of them make. */
export interface Snapshot {
  seq: number
  /** Of that event: it stands for all events up to it, so that a snapshot is of this history and of no other. */
  hash: string
  state: AccountState
}

/** Of the code that folds, and of how long things last: what an older one made of the same events may be something else. */
export const foldVersion = hash(
  'sha256',
  `${readFileSync(join(import.meta.dirname, 'fold.ts'), 'utf8')}${linkLifeMs} ${longestSessionSeconds}`,
  'hex',
)

/**
 * The last one up to an event. One that we did not sign, that another fold made, or that is of events which are not the ones
 * that stand there now, is passed over, and so are those before it.
 */
export async function nearestSnapshot(db: Db, userId: string, seq: number): Promise<Snapshot> {
  const row = await db
    .selectFrom('account_snapshots as snapshot')
    .leftJoin('events', (join) =>
      join
        .onRef('events.user_id', '=', 'snapshot.user_id')
        .onRef('events.seq', '=', 'snapshot.seq'),
    )
    .select(['snapshot.seq', 'snapshot.state', 'snapshot.signature', 'events.hash'])
    .where('snapshot.user_id', '=', userId)
    .where('snapshot.seq', '<=', seq)
    .orderBy('snapshot.seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isOurs = row && isGenuine(db, { userId, ...row, hash: row.hash ?? '' })
  return isOurs
    ? { seq: row.seq, hash: row.hash ?? '', state: JSON.parse(row.state) }
    : { seq: 0, hash: firstHash(userId), state: nobody }
}

export async function keepSnapshots(db: Db, userId: string, snapshots: Snapshot[]): Promise<void> {
  if (snapshots.length === 0) return
  const rows = snapshots.map(({ seq, hash: own, state: folded }) => {
    const state = JSON.stringify(folded)
    return { user_id: userId, seq, state, signature: signed(db, { userId, seq, hash: own, state }) }
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
  hash: string
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

function mac(key: Buffer, { userId, seq, hash: own, state }: Signed): string {
  return createHmac('sha256', key)
    .update(`foyer-1 snapshot\n${JSON.stringify([foldVersion, userId, seq, own, state])}`)
    .digest('base64url')
}
