import { PostgresAdapter, sql } from 'kysely'

import type { Db, Tx } from './db/connect.ts'
import { prepared } from './db/prepared.ts'

type Row = {
  user_id: string
  seq: number
  type: string
  data: string
  at: number
  session_id: string | null
  ip: string | null
  user_agent: string | null
  origin_salt: string | null
  origin_commitment: string | null
  content_digest: string
  hash: string
  signature: string
}

type Move = {
  userId: string
  seq: number
  hash: string
  at: number
  signature: string
  mustLive: string | null
}

/** Where the record ends, as the account's row says. The row is held. */
export type End = Awaited<ReturnType<typeof moveEnd>>[number]

/** Writes the event and where the record ends now. @returns undefined when the session that has to live does not */
export async function writeEvent(tx: Tx, row: Row, move: Move): Promise<End | undefined> {
  if (tx.getExecutor().adapter instanceof PostgresAdapter) {
    const { signature: end_signature, mustLive } = move
    const [end] = await writeBoth(tx, { ...row, end_signature, mustLive })
    return end
  }
  await insertEvent(tx, row)
  const [end] = await moveEnd(tx, move)
  return end
}

const insertEvent = prepared((db: Db, row: Row) => db.insertInto('events').values(row))

const moveEnd = prepared((db: Db, move: Move) => movedEnd(db, move))

type Both = Row & Pick<Move, 'mustLive'> & { end_signature: string }

// One way to the database and back, not two.
const writeBoth = prepared((db: Db, { end_signature: signature, mustLive, ...row }: Both) => {
  const { user_id: userId, seq, hash, at } = row
  return movedEnd(
    db.with('written', (one) => one.insertInto('events').values(row)),
    { userId, seq, hash, at, signature, mustLive },
  )
})

function movedEnd(
  db: Pick<Db, 'updateTable'>,
  { userId, seq, hash, at, signature, mustLive }: Move,
) {
  return db
    .updateTable('users')
    .set({ event_count: seq, record_head: hash, recorded_at: at, record_signature: signature })
    .where('id', '=', userId)
    .where(({ or, exists, selectFrom }) =>
      or([
        sql<boolean>`cast(${mustLive} as text) is null`,
        exists(selectFrom('sessions').select('id').where('id', '=', mustLive)),
      ]),
    )
    .returning(['id', 'event_count', 'record_head', 'recorded_at', 'record_signature'])
    .returning('origins_erased_through')
}
