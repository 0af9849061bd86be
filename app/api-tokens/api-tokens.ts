import type { AccountEvents } from '#app/account-events.ts'
import type { AccountPermission } from '#app/permissions.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound } from '#app/platform/errors.ts'
import { ensureAccountLocked } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { maxTokens } from './limits.ts'
import type { ApiTokenRow } from './pages.ts'
import { expiryWarningAt } from './token-expiry.ts'
import { tokenPrograms } from './token-programs.ts'

export type { ActiveApiToken } from './find-active-api-token.ts'
export { tokenExpiresAt } from './token-expiry.ts'
export { expiryFields } from './token-form.ts'
export { requestsPerIp, requestsPerToken } from './limits.ts'

export interface CursorPage {
  /** The last id of the previous page; null for the first page. */
  after: string | null
  limit: number
}

/** The account's tokens without their secrets, newest first. */
export async function apiTokens(
  db: Db,
  { userId, now }: Pick<Actor, 'userId' | 'now'>,
  { after, limit }: CursorPage = { after: null, limit: maxTokens },
): Promise<ApiTokenRow[]> {
  const rows = await db
    .selectFrom('api_tokens')
    .select(['id', 'name', 'hint', 'permissions', 'networks', 'issued_at', 'expires_at'])
    .select(['previous_ends_at', 'last_used_at', 'last_used_ip', 'uses', 'created_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(after !== null, (query) => query.where('id', '<', after))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const programs = await tokenPrograms(
    db,
    rows.map(({ id }) => id),
  )

  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    hint: row.hint,
    permissions: shownPermissions(row.permissions),
    networks: JSON.parse(row.networks),
    state: tokenState(row.issued_at, row.expires_at, now),
    expiresAt: toIso(row.expires_at),
    overlapUntil: toIso((row.previous_ends_at ?? 0) > now ? row.previous_ends_at : null),
    lastUsedAt: toIso(row.last_used_at),
    lastUsedIp: row.last_used_ip,
    uses: row.uses,
    programs: programs.get(row.id) ?? [],
    createdAt: toIso(row.created_at),
  }))
}

/** The tokens that are not revoked, as a subquery. */
export function unrevokedApiTokens(db: Db, userId: string) {
  return db
    .selectFrom('api_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
}

/** Revokes one token of the account and its previous secret. Idempotent. @throws NotFound for any other token */
export async function revokeApiToken(
  db: Db,
  actor: Actor,
  id: string,
  by: 'person' | 'token',
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await ensureAccountLocked(tx, actor.userId)
    const revoked = await tx
      .updateTable('api_tokens')
      .set({ revoked_at: actor.now })
      .where('id', '=', id)
      .where('user_id', '=', actor.userId)
      .where('revoked_at', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (revoked) {
      return recordEvent(tx, actor, 'token.revoked', { token: id, ...revoked, by, why: 'asked' })
    }

    const existing = await tx
      .selectFrom('api_tokens')
      .select('id')
      .where('id', '=', id)
      .where('user_id', '=', actor.userId)
      .executeTakeFirst()
    if (!existing) throw new NotFound()
  })
}

/** Revokes every token of the account. @returns how many */
export function revokeAllApiTokens(
  tx: Tx,
  actor: Actor,
  reason: RevocationReason,
): Promise<number> {
  return revokeApiTokens(tx, actor, { tokenIds: 'every', reason })
}

type RevocationReason = AccountEvents['token.revoked']['why']

/** Revokes tokens of the account; ignores unknown and already revoked ids. @returns how many were revoked */
export async function revokeApiTokens(
  tx: Tx,
  actor: Actor,
  { tokenIds, reason }: { tokenIds: readonly string[] | 'every'; reason: RevocationReason },
): Promise<number> {
  if (tokenIds.length === 0) return 0
  const revoked = await tx
    .updateTable('api_tokens')
    .set({ revoked_at: actor.now })
    .where('user_id', '=', actor.userId)
    .where('revoked_at', 'is', null)
    .$if(tokenIds !== 'every', (query) => query.where('id', 'in', tokenIds))
    .returning(['id', 'name'])
    .execute()
  const by = reason === 'provider-refused' ? 'system' : 'person'
  for (const { id, name } of revoked.toSorted((a, b) => a.id.localeCompare(b.id)))
    await recordEvent(tx, actor, 'token.revoked', { token: id, name, by, why: reason })
  return revoked.length
}

/** Leaves out "create", which older tokens may have and which allowed nothing. */
function shownPermissions(stored: string): AccountPermission[] {
  const names: (AccountPermission | 'create')[] = JSON.parse(stored)
  return names.filter((name) => name !== 'create')
}

export function tokenState(
  issuedAt: number,
  expiresAt: number | null,
  now: number,
): ApiTokenRow['state'] {
  if (expiresAt !== null && expiresAt <= now) return 'ended'
  const warning = expiryWarningAt(issuedAt, expiresAt)
  return warning !== null && warning <= now ? 'ending' : 'good'
}
