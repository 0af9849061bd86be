import type { Db } from '#app/platform/db/connect.ts'
import { preparedQuery } from '#app/platform/db/prepared-query.ts'
import type { BroadcastsTable } from '#app/platform/db/schema.ts'
import { newId } from '#app/platform/lib/ids.ts'

export interface BroadcastMessage {
  channel: string
  /** Order within the channel. */
  sequence: number
  name: string
  data: object
}

/** Stores the message in the caller's transaction; `OutboxRelay` sends it after the commit. */
export async function broadcast(tx: Db, message: BroadcastMessage, now: number): Promise<void> {
  await insertBroadcast(tx, broadcastRow(message, now))
}

/** The outbox row of a message, for callers that insert it together with other rows. */
export function broadcastRow({ data, ...message }: BroadcastMessage, now: number): BroadcastRow {
  return { id: newId(), ...message, data: JSON.stringify(data), created_at: now }
}

/** A type alias, because `preparedQuery` needs an implicit index signature, which interfaces lack. */
export type BroadcastRow = { [Column in keyof BroadcastsTable]: BroadcastsTable[Column] }

const insertBroadcast = preparedQuery((db: Db, row: BroadcastRow) =>
  db.insertInto('broadcasts').values(row),
)
