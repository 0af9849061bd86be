import { PostgresAdapter, sql } from 'kysely'

import type { BroadcastRow } from './broadcast/broadcast.ts'
import type { Db, Tx } from './db/connect.ts'
import { prepared } from './db/prepared.ts'
import { endColumns } from './hold-account.ts'

type EventRow = {
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

/** Where the record ends with the event, signed, and the session without which nothing is written. */
type Move = { end_signature: string; must_live: string | null }

type Place = Pick<EventRow, 'user_id' | 'seq' | 'hash' | 'at'>

/**
 * Writes the event, where the record ends now, and what is told of it.
 *
 * @returns the end; undefined when the session that has to live does not
 */
export async function writeEvent(tx: Tx, event: EventRow, move: Move, told: BroadcastRow) {
  const { user_id, seq, hash, at } = event
  if (tx.getExecutor().adapter instanceof PostgresAdapter) {
    const { id: told_id, channel, data: message, created_at: told_at } = told
    const [end] = await writeAll(tx, { ...event, ...move, told_id, channel, message, told_at })
    return end
  }
  await insertEvent(tx, event)
  await insertTold(tx, told)
  const [end] = await moveEnd(tx, { user_id, seq, hash, at, ...move })
  return end
}

const insertEvent = prepared((db: Db, row: EventRow) => db.insertInto('events').values(row))

const insertTold = prepared((db: Db, row: BroadcastRow) => db.insertInto('broadcasts').values(row))

const moveEnd = prepared((db: Db, to: Place & Move) => movedEnd(db, to))

type All = EventRow & Move & { told_id: string; channel: string; message: string; told_at: number }

// One way to the database and back, not three.
const writeAll = prepared((db: Db, all: All) => {
  const { end_signature, must_live, told_id, channel, message, told_at, ...row } = all
  const { seq: sequence, type: name } = row
  const told = { id: told_id, channel, sequence, name, data: message, created_at: told_at }
  return movedEnd(
    db
      .with('written', (one) => one.insertInto('events').values(row))
      .with('told', (one) => one.insertInto('broadcasts').values(told)),
    { ...row, end_signature, must_live },
  )
})

function movedEnd(
  db: Pick<Db, 'updateTable'>,
  { user_id, seq, hash, at, end_signature, must_live }: Place & Move,
) {
  return db
    .updateTable('users')
    .set({ event_count: seq, record_head: hash, recorded_at: at, record_signature: end_signature })
    .where('id', '=', user_id)
    .where(({ or, exists, selectFrom }) =>
      or([
        sql<boolean>`cast(${must_live} as text) is null`,
        exists(selectFrom('sessions').select('id').where('id', '=', must_live)),
      ]),
    )
    .returning(endColumns)
}
