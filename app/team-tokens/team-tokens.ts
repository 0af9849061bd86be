import { tokenState } from '#app/api-tokens/api-tokens.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { route } from '#app/platform/route.ts'

import { teamPermissions } from './find-team-token.ts'
import type { TeamTokenRow } from './pages.ts'

/** The tokens of a team without their secrets, newest first; those that expired lately, too. */
export async function teamTokens(
  db: Db,
  { id: teamId, slug }: { id: string; slug: string },
  now: number,
): Promise<TeamTokenRow[]> {
  const rows = await db
    .selectFrom('team_tokens')
    .select(['id', 'name', 'hint', 'permissions', 'expires_at', 'last_used_at', 'created_at'])
    .where('team_id', '=', teamId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    href: route('team-token.destroy', { team: slug, token: row.id }),
    id: row.id,
    name: row.name,
    hint: row.hint,
    permissions: teamPermissions(row.permissions),
    state: tokenState(row.created_at, row.expires_at, now),
    expiresAt: toIso(row.expires_at),
    lastUsedAt: toIso(row.last_used_at),
  }))
}
