import type { Pages } from '#app/pages.ts'
import { passkeys } from '#app/passkeys/passkeys.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import { day } from '#app/platform/lib/durations.ts'

import { hasProgramAccess } from './program-access.ts'

type ResetOptions = Pick<Pages['Auth/ResetPassword'], 'hasTokens' | 'passkeys'>

/** Passkeys added within this time are marked as recent, since an attacker may have added them. */
export const recentMs = 30 * day

/** Other ways into the account, which the user may revoke with the reset. */
export async function resetOptions(
  { db, now }: Pick<ActionContext, 'db' | 'now'>,
  owner: { id: string } | null,
): Promise<ResetOptions> {
  if (!owner) return { hasTokens: false, passkeys: [] }
  const rows = await passkeys(db, owner.id)
  const { hasTokens } = await db
    .selectNoFrom(hasProgramAccess(db, owner.id).as('hasTokens'))
    .executeTakeFirstOrThrow()
  return {
    hasTokens: Boolean(hasTokens),
    passkeys: rows.map(({ id, name, kind, addedAt }) => {
      const isRecent = Date.parse(addedAt) > now - recentMs
      return { id, name, kind, addedAt, isRecent }
    }),
  }
}
