import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { NotFound } from '#app/platform/errors.ts'
import { ensureAccountLocked } from '#app/platform/event-log/account-row-lock.ts'

/** Reads a token of the account and locks its row. @throws NotFound when it is revoked or belongs to another account */
export async function lockToken(tx: Tx, { userId }: Actor, id: string) {
  await ensureAccountLocked(tx, userId)
  const row = await tx
    .updateTable('api_tokens')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning(['name', 'permissions', 'networks', 'issued_at', 'expires_at', 'token_hash'])
    .returning(['previous_hash', 'previous_ends_at'])
    .executeTakeFirst()
  if (!row) throw new NotFound()
  return row
}

export type LockedToken = Awaited<ReturnType<typeof lockToken>>
