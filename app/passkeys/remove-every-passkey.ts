import type { Account } from '#app/platform/account.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { record } from '#app/platform/record.ts'

/** Takes every passkey from an account that someone else was in: who planted one must not come back with it. */
export async function removeEveryPasskey(tx: Tx, account: Account): Promise<void> {
  const removed = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', account.userId)
    .returning(['id', 'name'])
    .execute()
  for (const { id, name } of removed.toSorted((a, b) => a.id.localeCompare(b.id))) {
    await record(tx, account, 'passkey.removed', { passkey: id, name })
  }
}
