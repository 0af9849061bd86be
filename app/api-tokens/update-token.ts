import type { TokenFacts } from '#app/events.ts'
import type { Account } from '#app/platform/account.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { moment } from '#app/platform/moment.ts'
import { record } from '#app/platform/record.ts'

import { heldToken } from './held-token.ts'
import type { UpdateToken } from './token-form.ts'

/** Changes what a token is called, what it may do and where. It holds from the next request on. @throws NotFound */
export async function updateToken(
  db: Db,
  account: Account,
  id: string,
  { name, permissions, networks }: UpdateToken,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const held = await heldToken(tx, account, id)
    const before: TokenFacts = {
      name: held.name,
      permissions: JSON.parse(held.permissions),
      networks: JSON.parse(held.networks),
      expiresAt: moment(held.expires_at),
    }
    const after: TokenFacts = { ...before, name: name ?? held.name, permissions, networks }
    if (JSON.stringify(before) === JSON.stringify(after)) return

    await tx
      .updateTable('api_tokens')
      .set({
        name: after.name,
        permissions: JSON.stringify(permissions),
        networks: JSON.stringify(networks),
      })
      .where('id', '=', id)
      .execute()
    await record(tx, account, 'token.changed', { token: id, before, after })
  })
}
