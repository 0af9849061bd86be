import { features } from '#app/features.ts'
import type { Pages } from '#app/pages.ts'
import { passkeys } from '#app/passkeys/passkeys.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import { hasApiAccess } from '#app/platform/auth/has-api-access.ts'
import { linkedAccounts } from '#app/providers/providers.ts'

type ResetOptions = Pick<Pages['Auth/ResetPassword'], 'hasTokens' | 'passkeys' | 'linkedAccounts'>

/** Other ways into the account, which the user may revoke with the reset. */
export async function resetOptions(
  { db, config }: Pick<ActionContext, 'db' | 'config'>,
  owner: { id: string } | null,
): Promise<ResetOptions> {
  if (!owner) return { hasTokens: false, passkeys: [], linkedAccounts: [] }
  const rows = (await passkeys(db, owner.id)).filter((it) => !it.isSecondFactorOnly)
  const accounts = await linkedAccounts(db, owner.id, config)
  const { hasTokens } = await db
    .selectNoFrom(hasApiAccess(features, db, owner.id).as('hasTokens'))
    .executeTakeFirstOrThrow()
  return {
    hasTokens: Boolean(hasTokens),
    passkeys: rows.map(({ id, name, kind, addedAt }) => ({ id, name, kind, addedAt })),
    linkedAccounts: accounts.flatMap(({ label, linked }) => {
      if (!linked) return []
      const { id, email, addedAt } = linked
      return { id, label, email, addedAt }
    }),
  }
}
