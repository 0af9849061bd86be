import { type TeamTokenPermission, teamTokenPermissions } from '#app/permissions.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { preparedQuery } from '#app/platform/db/prepared-query.ts'
import { parseTextList } from '#app/platform/lib/parse-text-list.ts'

import { teamTokenUseIntervalMs } from './limits.ts'
import { teamTokenFormat } from './team-token-format.ts'

export interface TeamToken {
  id: string
  teamId: string
  name: string
  permissions: TeamTokenPermission[]
  lastUsedAt: number | null
  /** Whether the account of its creator is locked or about to be deleted. */
  isDisabled: boolean
}

/** The active token. The lookup by hash leaks nothing through timing, and text of another format costs no query. */
export async function findTeamToken(db: Db, text: string, now: number): Promise<TeamToken | null> {
  if (!teamTokenFormat.isWellFormed(text)) return null
  const [row] = await activeToken(db, { hash: hashSecret(text), now })
  if (!row) return null
  const { locked_at, leaves_at, ...token } = row
  const isDisabled = locked_at !== null || leaves_at !== null
  return { ...token, permissions: teamPermissions(row.permissions), isDisabled }
}

/** The permissions of a token; none when they cannot be read. */
export function teamPermissions(stored: string): TeamTokenPermission[] {
  const names = parseTextList(stored, [])
  return teamTokenPermissions.filter((permission) => names.includes(permission))
}

/** Runs on every request. A team whose grace period is over has none. */
const activeToken = preparedQuery((db: Db, { hash, now }: { hash: string; now: number }) =>
  db
    .selectFrom('team_tokens')
    .innerJoin('teams', 'teams.id', 'team_tokens.team_id')
    .leftJoin('users as creator', 'creator.id', 'created_by')
    .select(['team_tokens.id', 'team_id as teamId', 'team_tokens.name', 'permissions'])
    .select(['last_used_at as lastUsedAt', 'creator.locked_at', 'creator.leaves_at'])
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
