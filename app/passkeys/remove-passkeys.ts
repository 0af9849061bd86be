import type { Account } from '#app/platform/account.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { record } from '#app/platform/record.ts'

/**
 * Takes passkeys from an account that someone else may have been in: who planted one must not come back with it. Of a list,
 * what the account does not have, or no longer, is passed over.
 *
 * @returns the names of those that were removed
 */
export async function removePasskeys(
  tx: Tx,
  account: Account,
  which: readonly string[] | 'every',
): Promise<string[]> {
  if (which.length === 0) return []
  const removed = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', account.userId)
    .$if(which !== 'every', (query) => query.where('id', 'in', which))
    .returning(['id', 'name'])
    .execute()
  const inOrder = removed.toSorted((a, b) => a.id.localeCompare(b.id))
  for (const { id, name } of inOrder) {
    await record(tx, account, 'passkey.removed', { passkey: id, name })
  }
  return inOrder.map(({ name }) => name)
}
