import { PostgresAdapter, sql } from 'kysely'

import type { Db, Tx } from '#app/platform/db/connect.ts'
import { preparedQuery } from '#app/platform/db/prepared-query.ts'
import type { BroadcastRow } from '#app/platform/realtime/broadcast.ts'

import { headColumns } from './account-row-lock.ts'

type EventRow = {
  user_id: string
  seq: number
  type: string
  data: string
  at: number
  session_id: string | null
  ip: string | null
  user_agent: string | null
  country: string | null
  origin_salt: string | null
  origin_commitment: string | null
  content_digest: string
  hash: string
  signature: string
}

/** The signature of the new head, and the session that must still exist for the update to happen. */
type HeadUpdate = { head_signature: string; required_session: string | null }

type LogPosition = Pick<EventRow, 'user_id' | 'seq' | 'hash' | 'at'>

/**
 * Writes the event, its broadcast and the new head.
 *
 * @returns the new head, and whether any endpoint is subscribed to account events; undefined when the required session has ended
 */
export async function persistEvent(
  tx: Tx,
  event: EventRow,
  update: HeadUpdate,
  broadcast: BroadcastRow,
) {
  const { user_id, seq, hash, at } = event
  if (tx.getExecutor().adapter instanceof PostgresAdapter) {
    const { id: broadcast_id, channel, data: message, created_at: broadcast_at } = broadcast
    const [head] = await persistInOneStatement(tx, {
      ...event,
      ...update,
      broadcast_id,
      channel,
      message,
      broadcast_at,
    })
    return head
  }
  await insertEvent(tx, event)
  await insertBroadcast(tx, broadcast)
  const [head] = await updateHead(tx, { user_id, seq, hash, at, ...update })
  return head
}

const insertEvent = preparedQuery((db: Db, row: EventRow) => db.insertInto('events').values(row))

const insertBroadcast = preparedQuery((db: Db, row: BroadcastRow) =>
  db.insertInto('broadcasts').values(row),
)

const updateHead = preparedQuery((db: Db, update: LogPosition & HeadUpdate) =>
  headUpdateQuery(db, update),
)

type EventStatement = EventRow &
  HeadUpdate & { broadcast_id: string; channel: string; message: string; broadcast_at: number }

// One round trip instead of three.
const persistInOneStatement = preparedQuery((db: Db, statement: EventStatement) => {
  const { head_signature, required_session, ...inserted } = statement
  const { broadcast_id, channel, message, broadcast_at, ...row } = inserted
  const { seq: sequence, type: name } = row
  const broadcast = {
    id: broadcast_id,
    channel,
    sequence,
    name,
    data: message,
    created_at: broadcast_at,
  }
  return headUpdateQuery(
    db
      .with('inserted_event', (one) => one.insertInto('events').values(row))
      .with('inserted_broadcast', (one) => one.insertInto('broadcasts').values(broadcast)),
    { ...row, head_signature, required_session },
  )
})

function headUpdateQuery(
  db: Pick<Db, 'updateTable'>,
  { user_id, seq, hash, at, head_signature, required_session }: LogPosition & HeadUpdate,
) {
  return db
    .updateTable('users')
    .set({ event_count: seq, record_head: hash, recorded_at: at, record_signature: head_signature })
    .where('id', '=', user_id)
    .where(({ or, exists, selectFrom }) =>
      or([
        sql<boolean>`cast(${required_session} as text) is null`,
        exists(selectFrom('sessions').select('id').where('id', '=', required_session)),
      ]),
    )
    .returning(headColumns)
    .returning(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_endpoints')
          .select('webhook_endpoints.id')
          .where('team_id', 'is', null)
          .where('disabled_at', 'is', null),
      ).as('has_webhooks'),
    )
}
