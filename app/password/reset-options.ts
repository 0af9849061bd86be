import type { Pages } from '#app/pages.ts'
import { passkeys } from '#app/passkeys/passkeys.ts'
import type { ActionContext } from '#app/platform/action-context.ts'

import { hasApiAccess } from './api-access.ts'

type ResetOptions = Pick<Pages['Auth/ResetPassword'], 'hasTokens' | 'passkeys'>

/** Other ways into the account, which the user may revoke with the reset. */
export async function resetOptions(
  { db }: Pick<ActionContext, 'db'>,
  owner: { id: string } | null,
): Promise<ResetOptions> {
  if (!owner) return { hasTokens: false, passkeys: [] }
  const rows = await passkeys(db, owner.id)
  const { hasTokens } = await db
    .selectNoFrom(hasApiAccess(db, owner.id).as('hasTokens'))
    .executeTakeFirstOrThrow()
  return {
    hasTokens: Boolean(hasTokens),
    passkeys: rows.map(({ id, name, kind, addedAt }) => ({ id, name, kind, addedAt })),
  }
}
