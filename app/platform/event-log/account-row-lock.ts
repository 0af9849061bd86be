import type { Selectable } from 'kysely'

import type { Db, Tx } from '#app/platform/db/connect.ts'
import { preparedQuery } from '#app/platform/db/prepared-query.ts'
import type { UsersTable } from '#app/platform/db/schema.ts'

export const headColumns = [
  'id',
  'event_count',
  'record_head',
  'recorded_at',
  'record_signature',
  'origins_erased_through',
] as const satisfies (keyof UsersTable)[]

/** Where the account's record ends, as its row says. The row is held. */
export type LogHead = Pick<Selectable<UsersTable>, (typeof headColumns)[number]>

/**
 * Keeps everyone else from the account's row until the transaction ends, so that what is read now still holds when the
 * change is made. Taken first, before rows of other tables, it also keeps transactions from waiting for each other.
 *
 * @returns undefined when the account is gone
 */
export async function lockAccountRow(tx: Tx, userId: string) {
  const [row] = await lockRow(tx, { userId })
  if (row) cacheHead(tx, row)
  return row
}

/** The row that is held. */
export type LockedAccountRow = NonNullable<Awaited<ReturnType<typeof lockAccountRow>>>

const lockRow = preparedQuery((db: Db, { userId }: { userId: string }) =>
  db
    .updateTable('users')
    .set(({ ref }) => ({ event_count: ref('event_count') }))
    .where('id', '=', userId)
    .returning(headColumns)
    .returning(['name', 'locale', 'timezone', 'password_hash', 'two_factor_enabled_at']),
)

/** By what is one for each transaction. As long as it lasts, nobody else moves the end of a record that it holds. */
const cachedHeads = new WeakMap<object, Map<string, LogHead>>()

/** Where the account's record ends. Everyone else is kept from it until the transaction ends. */
export async function lockedHead(tx: Tx, userId: string): Promise<LogHead> {
  const head = cachedHeads.get(tx.getExecutor())?.get(userId) ?? (await lockAccountRow(tx, userId))
  if (!head) throw new Error('The account is gone.')
  return head
}

/** Saves the next event of the transaction from asking. */
export function cacheHead(tx: Tx, head: LogHead): void {
  const heads = cachedHeads.get(tx.getExecutor()) ?? new Map<string, LogHead>()
  cachedHeads.set(tx.getExecutor(), heads.set(head.id, head))
}
