import type { Db } from '#app/platform/db/connect.ts'
import { newId } from '#app/platform/ids.ts'

/** What is told to whoever listens to a channel. */
export interface Message {
  channel: string
  /** The order within the channel. */
  sequence: number
  name: string
  data: object
}

/** Tells it once the caller's transaction is committed, and never if it is not: see `Relay`. */
export async function broadcast(tx: Db, message: Message, now: number): Promise<void> {
  const data = JSON.stringify(message.data)
  await tx
    .insertInto('broadcasts')
    .values({ id: newId(), ...message, data, created_at: now })
    .execute()
}
