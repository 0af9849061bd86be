import type { ServicePermission } from '#app/permissions.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import { tokenFormat } from '#app/platform/crypto/token-format.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { day } from '#app/platform/lib/durations.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { deleteExpired } from '#app/platform/maintenance/delete-expired.ts'

import { endedServiceTokenRetentionMs, serviceTokenUseIntervalMs } from './limits.ts'

const serviceTokenFormat = tokenFormat('foyer_service_')

interface NewServiceToken {
  /** The name that owners of changed accounts see. */
  name: string
  permissions: readonly ServicePermission[]
  days: number
}

export interface ServiceToken {
  id: string
  name: string
  permissions: ServicePermission[]
}

export interface ListedServiceToken extends ServiceToken {
  hint: string
  expiresAt: number
  revokedAt: number | null
  /** Up to a minute behind. */
  lastUsedAt: number | null
  createdAt: number
}

/** @returns the only copy of the token; the database stores its hash */
export async function createServiceToken(
  { db, now }: { db: Db; now: number },
  { name, permissions, days }: NewServiceToken,
): Promise<{ id: string; token: string; expiresAt: number }> {
  const id = newId()
  const token = serviceTokenFormat.create()
  const expiresAt = now + days * day
  await db
    .insertInto('service_tokens')
    .values({
      id,
      name,
      hint: serviceTokenFormat.hint(token),
      token_hash: hashSecret(token),
      permissions: JSON.stringify(permissions),
      expires_at: expiresAt,
      created_at: now,
    })
    .execute()
  return { id, token, expiresAt }
}

/** All service tokens, newest first, also those that ended lately. */
export async function listServiceTokens(db: Db): Promise<ListedServiceToken[]> {
  const rows = await db
    .selectFrom('service_tokens')
    .select(['id', 'name', 'hint', 'permissions', 'expires_at', 'revoked_at', 'last_used_at'])
    .select('created_at')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    hint: row.hint,
    permissions: JSON.parse(row.permissions),
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
  }))
}

/** Revokes a token, from the next request on. @returns false when there is none with this id, or it is revoked already */
export async function revokeServiceToken(
  { db, now }: { db: Db; now: number },
  id: string,
): Promise<boolean> {
  const revoked = await db
    .updateTable('service_tokens')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return revoked !== undefined
}

/** The active token. The lookup by hash leaks nothing through timing, and text of another format costs no query. */
export async function findServiceToken(
  db: Db,
  text: string,
  now: number,
): Promise<ServiceToken | null> {
  if (!serviceTokenFormat.isWellFormed(text)) return null
  const row = await db
    .selectFrom('service_tokens')
    .select(['id', 'name', 'permissions'])
    .where('token_hash', '=', hashSecret(text))
    .where('expires_at', '>', now)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row ? { ...row, permissions: JSON.parse(row.permissions) } : null
}

export async function storeServiceTokenUse(db: Db, id: string, now: number): Promise<void> {
  await db
    .updateTable('service_tokens')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where(({ eb, or }) =>
      or([
        eb('last_used_at', 'is', null),
        eb('last_used_at', '<', now - serviceTokenUseIntervalMs),
      ]),
    )
    .execute()
}

export async function pruneServiceTokens(db: Db, now: number): Promise<void> {
  const through = now - endedServiceTokenRetentionMs
  for (const due of ['expires_at', 'revoked_at'] as const)
    await deleteExpired(db, 'service_tokens', { key: 'id', due, through })
}
