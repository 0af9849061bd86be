import type { AccountEvents } from '#app/events.ts'
import type { ApiTokenRow } from '#app/pages.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { expiryWarningAt } from './token-expiry.ts'

export { permissions } from './permissions.ts'

/** How many tokens an account may have, those that have ended included. */
export const maxTokens = 50

export interface CursorPage {
  /** The id after which the list goes on; null for its beginning. */
  after: string | null
  limit: number
}

/** The account's tokens, the newest first: what they may do and how they were used, never what opens anything. */
export async function apiTokens(
  db: Db,
  { userId, now }: Pick<Actor, 'userId' | 'now'>,
  { after, limit }: CursorPage = { after: null, limit: maxTokens },
): Promise<ApiTokenRow[]> {
  const rows = await db
    .selectFrom('api_tokens')
    .select(['id', 'name', 'hint', 'permissions', 'networks', 'issued_at', 'expires_at'])
    .select(['previous_ends_at', 'last_used_at', 'last_used_ip', 'created_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(after !== null, (query) => query.where('id', '<', after))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    hint: row.hint,
    permissions: JSON.parse(row.permissions),
    networks: JSON.parse(row.networks),
    state: tokenState(row.issued_at, row.expires_at, now),
    expiresAt: toIso(row.expires_at),
    overlapUntil: toIso((row.previous_ends_at ?? 0) > now ? row.previous_ends_at : null),
    lastUsedAt: toIso(row.last_used_at),
    lastUsedIp: row.last_used_ip,
    createdAt: toIso(row.created_at),
  }))
}

export async function hasApiTokens(db: Db, userId: string): Promise<boolean> {
  const token = await db
    .selectFrom('api_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return token !== undefined
}

/**
 * Ends one token of the account at once, with what was left of it from before a rotation. Ending it again changes nothing.
 *
 * @throws NotFound when the account never had it
 */
export async function revokeApiToken(
  db: Db,
  actor: Actor,
  id: string,
  by: 'person' | 'token',
): Promise<void> {
  await inTransaction(db, async (tx) => {
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

/** Ends every token of the account at once. @returns how many there were */
export function revokeAllApiTokens(
  tx: Tx,
  actor: Actor,
  reason: RevocationReason,
): Promise<number> {
  return revokeApiTokens(tx, actor, { tokenIds: 'every', reason })
}

type RevocationReason = AccountEvents['token.revoked']['why']

/** Ends tokens of the account at once. Of a list, those that are not there, or no longer, are passed over. @returns how many there were */
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
  for (const { id, name } of revoked.toSorted((a, b) => a.id.localeCompare(b.id))) {
    await recordEvent(tx, actor, 'token.revoked', { token: id, name, by: 'person', why: reason })
  }
  return revoked.length
}

function tokenState(issuedAt: number, expiresAt: number | null, now: number): ApiTokenRow['state'] {
  if (expiresAt !== null && expiresAt <= now) return 'ended'
  const warning = expiryWarningAt(issuedAt, expiresAt)
  return warning !== null && warning <= now ? 'ending' : 'good'
}
