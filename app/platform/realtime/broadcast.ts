import type { Db } from '#app/platform/db/connect.ts'
import { preparedQuery } from '#app/platform/db/prepared-query.ts'
import type { BroadcastsTable } from '#app/platform/db/schema.ts'
import { newId } from '#app/platform/lib/ids.ts'

/** What is told to whoever listens to a channel. */
export interface BroadcastMessage {
  channel: string
  /** The order within the channel. */
  sequence: number
  name: string
  data: object
}

/** Tells it once the caller's transaction is committed, and never if it is not: see `Relay`. */
export async function broadcast(tx: Db, message: BroadcastMessage, now: number): Promise<void> {
  await insertBroadcast(tx, broadcastRow(message, now))
}

/** How a message waits to be told, for whoever stores it together with something else. */
export function broadcastRow({ data, ...message }: BroadcastMessage, now: number): BroadcastRow {
  return { id: newId(), ...message, data: JSON.stringify(data), created_at: now }
}

/** A type and no interface, so that it is a set of named values. */
export type BroadcastRow = { [Column in keyof BroadcastsTable]: BroadcastsTable[Column] }

const insertBroadcast = preparedQuery((db: Db, row: BroadcastRow) =>
  db.insertInto('broadcasts').values(row),
)
