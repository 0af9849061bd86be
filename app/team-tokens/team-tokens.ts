import { tokenState } from '#app/api-tokens/api-tokens.ts'
import type { TeamTokenPermission } from '#app/permissions.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import { tokenFormat } from '#app/platform/crypto/token-format.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { preparedQuery } from '#app/platform/db/prepared-query.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { route } from '#app/platform/route.ts'

import { teamTokenUseIntervalMs } from './limits.ts'
import type { TeamTokenRow } from './pages.ts'

export const teamTokenFormat = tokenFormat('foyer_team_')

export interface TeamToken {
  id: string
  teamId: string
  name: string
  permissions: TeamTokenPermission[]
  lastUsedAt: number | null
}

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
    permissions: JSON.parse(row.permissions),
    state: tokenState(row.created_at, row.expires_at, now),
    expiresAt: toIso(row.expires_at),
    lastUsedAt: toIso(row.last_used_at),
  }))
}

/** The active token. The lookup by hash leaks nothing through timing, and text of another format costs no query. */
export async function findTeamToken(db: Db, text: string, now: number): Promise<TeamToken | null> {
  if (!teamTokenFormat.isWellFormed(text)) return null
  const [row] = await activeToken(db, { hash: hashSecret(text), now })
  return row ? { ...row, permissions: JSON.parse(row.permissions) } : null
}

/** Runs on every request. A team whose grace period is over has none. */
const activeToken = preparedQuery((db: Db, { hash, now }: { hash: string; now: number }) =>
  db
    .selectFrom('team_tokens')
    .innerJoin('teams', 'teams.id', 'team_tokens.team_id')
    .select(['team_tokens.id', 'team_id as teamId', 'team_tokens.name', 'permissions'])
    .select('last_used_at as lastUsedAt')
    .where('token_hash', '=', hash)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where(({ eb, or }) => or([eb('deletes_at', 'is', null), eb('deletes_at', '>', now)])),
)

export async function storeTeamTokenUse(
  db: Db,
  { id, teamId, lastUsedAt }: TeamToken,
  now: number,
): Promise<void> {
  if (lastUsedAt !== null && lastUsedAt >= now - teamTokenUseIntervalMs) return
  await db
    .updateTable('team_tokens')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where('team_id', '=', teamId)
    .where(({ eb, or }) =>
      or([eb('last_used_at', 'is', null), eb('last_used_at', '<', now - teamTokenUseIntervalMs)]),
    )
    .execute()
}
