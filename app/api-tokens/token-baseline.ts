import type { AccountBaseline } from '#app/account-events.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

/** The tokens that are not revoked. */
export async function baselineTokens(
  tx: Tx,
  userId: string,
): Promise<Pick<AccountBaseline, 'tokens'>> {
  const rows = await tx
    .selectFrom('api_tokens')
    .select(['id', 'name', 'permissions', 'networks', 'created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute()
  const tokens = Object.fromEntries(
    rows.map(({ id, name, permissions, networks, ...row }) => [
      id,
      {
        name,
        permissions: JSON.parse(permissions),
        networks: JSON.parse(networks),
        createdAt: toIso(row.created_at),
        endsAt: toIso(row.expires_at),
      },
    ]),
  )
  return { tokens }
}
