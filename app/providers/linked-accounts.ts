import type { ConfirmingProvider } from '#app/confirmation/pages.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { route } from '#app/platform/route.ts'

import type { LinkedAccountRow } from './pages.ts'

/** Every provider of the settings, in their order, then those that are still linked. */
export async function linkedAccounts(
  db: Db,
  userId: string,
  { providers }: Pick<Config, 'providers'>,
): Promise<LinkedAccountRow[]> {
  const rows = await db
    .selectFrom('linked_accounts')
    .select(['id', 'provider', 'email', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('provider')
    .execute()
  const linked = new Map(
    rows.map(({ id, provider, email, created_at, last_used_at }) => [
      provider,
      { id, email, addedAt: toIso(created_at), lastUsedAt: toIso(last_used_at) },
    ]),
  )
  const offered = providers.map(({ id, label }) => ({
    label,
    href: route('linked-account.store', { provider: id }),
    linked: linked.get(id) ?? null,
  }))
  const offeredIds = new Set(providers.map(({ id }) => id))
  const others = [...linked].filter(([provider]) => !offeredIds.has(provider))
  return [...offered, ...others.map(([label, row]) => ({ label, href: null, linked: row }))]
}

/** The account's linked providers that can ask for their own proof again. */
export async function confirmingProviders(
  db: Db,
  userId: string,
  { providers }: Pick<Config, 'providers'>,
): Promise<ConfirmingProvider[]> {
  const able = providers.filter(({ confirms }) => confirms)
  if (able.length === 0) return []
  const rows = await db
    .selectFrom('linked_accounts')
    .select('provider')
    .where('user_id', '=', userId)
    .execute()
  const linked = new Set(rows.map(({ provider }) => provider))
  return able
    .filter(({ id }) => linked.has(id))
    .map(({ id, label }) => {
      // A link confirms too, so it names the account of its page, as a form does.
      const href = route('provider.confirm', { provider: id, _account: userId })
      return { label, href }
    })
}

export async function hasLinkedAccount(db: Db, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('linked_accounts')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The label of the settings; the id of a provider that is no longer in them. */
export function providerLabel({ providers }: Pick<Config, 'providers'>, provider: string): string {
  return providers.find(({ id }) => id === provider)?.label ?? provider
}
