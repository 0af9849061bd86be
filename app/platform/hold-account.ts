import type { Tx } from '#app/platform/db/connect.ts'

/**
 * Keeps everyone else from the account's row until the transaction ends, so that what is read now still holds when the
 * change is made. Taken first, before rows of other tables, it also keeps transactions from waiting for each other.
 *
 * @returns undefined when the account is gone
 */
export async function holdAccount(tx: Tx, userId: string) {
  return tx
    .updateTable('users')
    .set(({ ref }) => ({ event_count: ref('event_count') }))
    .where('id', '=', userId)
    .returning(['id', 'password_hash', 'two_factor_enabled_at'])
    .executeTakeFirst()
}

/** The row that is held. */
export type Held = NonNullable<Awaited<ReturnType<typeof holdAccount>>>
