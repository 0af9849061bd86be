import type { Selectable } from 'kysely'

import type { Db, Tx } from './db/connect.ts'
import { prepared } from './db/prepared.ts'
import type { UsersTable } from './db/schema.ts'

export const endColumns = [
  'id',
  'event_count',
  'record_head',
  'recorded_at',
  'record_signature',
  'origins_erased_through',
] as const satisfies (keyof UsersTable)[]

/** Where the account's record ends, as its row says. The row is held. */
export type End = Pick<Selectable<UsersTable>, (typeof endColumns)[number]>

/**
 * Keeps everyone else from the account's row until the transaction ends, so that what is read now still holds when the
 * change is made. Taken first, before rows of other tables, it also keeps transactions from waiting for each other.
 *
 * @returns undefined when the account is gone
 */
export async function holdAccount(tx: Tx, userId: string) {
  const [held] = await hold(tx, { userId })
  if (held) rememberEnd(tx, held)
  return held
}

/** The row that is held. */
export type Held = NonNullable<Awaited<ReturnType<typeof holdAccount>>>

const hold = prepared((db: Db, { userId }: { userId: string }) =>
  db
    .updateTable('users')
    .set(({ ref }) => ({ event_count: ref('event_count') }))
    .where('id', '=', userId)
    .returning(endColumns)
    .returning(['name', 'locale', 'timezone', 'password_hash', 'two_factor_enabled_at']),
)

/** By what is one for each transaction. As long as it lasts, nobody else moves the end of a record that it holds. */
const ends = new WeakMap<object, Map<string, End>>()

/** Where the account's record ends. Everyone else is kept from it until the transaction ends. */
export async function heldEnd(tx: Tx, userId: string): Promise<End> {
  const end = ends.get(tx.getExecutor())?.get(userId) ?? (await holdAccount(tx, userId))
  if (!end) throw new Error('The account is gone.')
  return end
}

/** Saves the next event of the transaction from asking. */
export function rememberEnd(tx: Tx, end: End): void {
  const known = ends.get(tx.getExecutor()) ?? new Map<string, End>()
  ends.set(tx.getExecutor(), known.set(end.id, end))
}
