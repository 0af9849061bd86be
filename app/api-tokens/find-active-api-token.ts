import type { AccountPermission } from '#app/permissions.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { preparedQuery } from '#app/platform/db/prepared-query.ts'
import { profileColumns } from '#app/platform/db/profile-columns.ts'

import { apiTokenFormat } from './api-token-format.ts'

export type ActiveApiToken = Omit<Awaited<ReturnType<typeof activeToken>>[number], JsonColumn> & {
  permissions: AccountPermission[]
  networks: string[]
}

type JsonColumn = 'permissions' | 'networks'

/** Returns the active API token with its user. The lookup by hash leaks nothing through timing. */
export async function findApiToken(
  db: Db,
  text: string,
  now: number,
): Promise<ActiveApiToken | undefined> {
  if (!apiTokenFormat.isWellFormed(text)) return undefined
  const [found] = await activeToken(db, { hash: hashSecret(text), now })
  if (!found) return undefined
  const { permissions, networks } = found
  return { ...found, permissions: JSON.parse(permissions), networks: JSON.parse(networks) }
}

// Runs on every API request. After a rotation the previous token keeps working for a grace period.
const activeToken = preparedQuery((db: Db, { hash, now }: { hash: string; now: number }) =>
  db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .select([
      'api_tokens.id as token_id',
      'api_tokens.permissions',
      'api_tokens.networks',
      'api_tokens.last_used_at',
      'api_tokens.last_used_ip',
      'users.id as user_id',
      'users.email',
      'users.email_verified_at',
      'users.locked_at',
      'users.leaves_at',
      'users.created_at',
    ])
    .select(profileColumns)
    .where(({ eb, or, and }) =>
      or([
        eb('token_hash', '=', hash),
        and([eb('previous_hash', '=', hash), eb('previous_ends_at', '>', now)]),
      ]),
    )
    .where(({ eb, or }) =>
      or([eb('api_tokens.expires_at', 'is', null), eb('api_tokens.expires_at', '>', now)]),
    )
    .where('revoked_at', 'is', null),
)
