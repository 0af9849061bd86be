import type { Db, Tx } from './db/connect.ts'
import { prepared } from './db/prepared.ts'
import type { End } from './write-event.ts'

/** Where the account's record ends. Everyone else is kept from it until the transaction ends. */
export async function heldEnd(tx: Tx, userId: string): Promise<End> {
  const [end] = await holdEnd(tx, { userId })
  if (!end) throw new Error('The account is gone.')
  return end
}

const holdEnd = prepared((db: Db, { userId }: { userId: string }) =>
  db
    .updateTable('users')
    .set(({ ref }) => ({ event_count: ref('event_count') }))
    .where('id', '=', userId)
    .returning(['id', 'event_count', 'record_head', 'recorded_at', 'record_signature'])
    .returning('origins_erased_through'),
)
