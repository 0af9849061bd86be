import type { Actor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import type { TokenAttributes } from './events.ts'
import { lockToken } from './lock-token.ts'
import type { UpdateToken } from './token-form.ts'

/** Changes name, permissions and networks of a token, from its next request on. @throws NotFound */
export async function updateApiToken(
  db: Db,
  actor: Actor,
  id: string,
  { name, permissions, networks }: UpdateToken,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const current = await lockToken(tx, actor, id)
    const before: TokenAttributes = {
      name: current.name,
      permissions: JSON.parse(current.permissions),
      networks: JSON.parse(current.networks),
      expiresAt: toIso(current.expires_at),
    }
    const after: TokenAttributes = { ...before, name: name ?? current.name, permissions, networks }
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
    await recordEvent(tx, actor, 'token.changed', { token: id, before, after })
  })
}
