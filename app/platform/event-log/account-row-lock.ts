import type { Selectable } from 'kysely'

import type { Db, Tx } from '#app/platform/db/connect.ts'
import { preparedQuery } from '#app/platform/db/prepared-query.ts'
import type { UsersTable } from '#app/platform/db/schema.ts'
import { profileFieldNames } from '#app/profile-fields.ts'

export const headColumns = [
  'id',
  'event_count',
  'record_head',
  'recorded_at',
  'record_signature',
  'origins_erased_through',
] as const satisfies (keyof UsersTable)[]

export type LogHead = Pick<Selectable<UsersTable>, (typeof headColumns)[number]>

/**
 * Locks the account's row until the transaction ends, so that nothing read from it changes before the write.
 *
 * The order of locks, for every transaction: the rows of teams by id, then the rows of accounts by id, then rows of other tables. A
 * transaction that may come to a team of an account calls `lockRowsBeforeAccount` first.
 *
 * @returns undefined when the account does not exist
 */
export async function lockAccountRow(tx: Tx, userId: string) {
  const [row] = await lockRow(tx, { userId })
  if (row) cacheHead(tx, row)
  return row
}

export type LockedAccountRow = NonNullable<Awaited<ReturnType<typeof lockAccountRow>>>

const lockRow = preparedQuery((db: Db, { userId }: { userId: string }) =>
  db
    .updateTable('users')
    .set(({ ref }) => ({ event_count: ref('event_count') }))
    .where('id', '=', userId)
    .returning(headColumns)
    .returning(profileFieldNames)
    .returning(['password_hash', 'two_factor_enabled_at'])
    .returning(['two_factor_secret_sealed', 'two_factor_app_added_at', 'preferred_second_factor']),
)

/** Heads by transaction (its executor). While the transaction holds the row lock, no other can append. */
const cachedHeads = new WeakMap<object, Map<string, LogHead>>()

/** Returns the log head and locks the account's row, see `lockAccountRow`. */
export async function lockedHead(tx: Tx, userId: string): Promise<LogHead> {
  const head = cachedHeads.get(tx.getExecutor())?.get(userId) ?? (await lockAccountRow(tx, userId))
  if (!head) throw new Error('The account does not exist')
  return head
}

/** Locks the account's row unless this transaction already has. Call it before locking rows of other tables. */
export async function ensureAccountLocked(tx: Tx, userId: string): Promise<void> {
  if (!cachedHeads.get(tx.getExecutor())?.has(userId)) await lockAccountRow(tx, userId)
}

/** Caches the head, which saves the next event of the same transaction a query. */
export function cacheHead(tx: Tx, head: LogHead): void {
  const heads = cachedHeads.get(tx.getExecutor()) ?? new Map<string, LogHead>()
  cachedHeads.set(tx.getExecutor(), heads.set(head.id, head))
}
