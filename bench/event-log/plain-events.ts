import type { AccountEvents } from '#app/account-events.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { accountMessage } from '#app/platform/realtime/account-message.ts'
import { broadcast } from '#app/platform/realtime/broadcast.ts'

export type ProfileChange = AccountEvents['profile.updated']

type PlainEventRow = {
  user_id: string
  seq: number
  type: string
  data: string
  at: number
  session_id: string | null
  ip: string | null
  user_agent: string | null
}

/** Inserts an event without a hash chain, with the same indexes and broadcast. */
export async function insertPlainEvent(tx: Tx, actor: Actor, data: ProfileChange): Promise<void> {
  const { userId, sessionId, ip, userAgent, now } = actor
  const { event_count: seq } = await tx
    .updateTable('users')
    .set(({ eb }) => ({ event_count: eb('event_count', '+', 1) }))
    .where('id', '=', userId)
    .returning('event_count')
    .executeTakeFirstOrThrow()
  await tx.selectFrom('sessions').select('id').where('id', '=', sessionId).executeTakeFirstOrThrow()
  const type = 'profile.updated'
  await tx
    .withTables<{ listed: PlainEventRow }>()
    .insertInto('listed')
    .values({
      user_id: userId,
      seq,
      type,
      data: JSON.stringify(data),
      at: now,
      session_id: sessionId,
      ip,
      user_agent: userAgent,
    })
    .execute()
  await broadcast(tx, accountMessage(actor, { type, sequence: seq, data }), now)
}

export async function createListedTable(db: Db): Promise<void> {
  await db.schema
    .createTable('listed')
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('seq', 'bigint')
    .addColumn('type', 'text')
    .addColumn('data', 'text')
    .addColumn('at', 'bigint')
    .addColumn('session_id', 'text')
    .addColumn('ip', 'text')
    .addColumn('user_agent', 'text')
    .addPrimaryKeyConstraint('listed_key', ['user_id', 'seq'])
    .execute()
  for (const column of ['at', 'type', 'session_id'])
    await db.schema
      .createIndex(`listed_${column}`)
      .on('listed')
      .columns(['user_id', column, 'seq'])
      .execute()
}
