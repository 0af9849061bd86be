import type { Actor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound } from '#app/platform/errors.ts'
import { ensureAccountLocked } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'

/** @throws NotFound when the account has no such passkey */
export async function renamePasskey(
  db: Db,
  actor: Actor,
  passkey: string,
  name: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await ensureAccountLocked(tx, actor.userId)
    const found = await tx
      .selectFrom('passkeys')
      .select('name')
      .where('id', '=', passkey)
      .where('user_id', '=', actor.userId)
      .executeTakeFirst()
    if (!found) throw new NotFound()
    if (found.name === name) return

    await tx.updateTable('passkeys').set({ name }).where('id', '=', passkey).execute()
    await recordEvent(tx, actor, 'passkey.renamed', { passkey, before: found.name, after: name })
  })
}
