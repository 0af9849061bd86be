import type { AccountEvents } from '#app/events.ts'
import type { ApiTokenRow } from '#app/pages.ts'
import type { Account } from '#app/platform/account.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound } from '#app/platform/errors.ts'
import { moment } from '#app/platform/moment.ts'
import { record } from '#app/platform/record.ts'

import { warningAt } from './expiry.ts'

export { permissions } from './permissions.ts'

/** How many tokens an account may have, those that have ended included. */
export const mostTokens = 50

export interface Place {
  /** The id after which the list goes on; null for its beginning. */
  after: string | null
  limit: number
}

/** The account's tokens, the newest first: what they may do and how they were used, never what opens anything. */
export async function apiTokens(
  db: Db,
  { userId, now }: Pick<Account, 'userId' | 'now'>,
  { after, limit }: Place = { after: null, limit: mostTokens },
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
    state: stateOf(row.issued_at, row.expires_at, now),
    expiresAt: moment(row.expires_at),
    overlapUntil: moment((row.previous_ends_at ?? 0) > now ? row.previous_ends_at : null),
    lastUsedAt: moment(row.last_used_at),
    lastUsedIp: row.last_used_ip,
    createdAt: moment(row.created_at),
  }))
}

export async function hasTokens(db: Db, userId: string): Promise<boolean> {
  const one = await db
    .selectFrom('api_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

/**
 * Ends one token of the account at once, with what was left of it from before a rotation. Ending it again changes nothing.
 *
 * @throws NotFound when the account never had it
 */
export async function revokeToken(
  db: Db,
  account: Account,
  id: string,
  by: 'person' | 'token',
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const revoked = await tx
      .updateTable('api_tokens')
      .set({ revoked_at: account.now })
      .where('id', '=', id)
      .where('user_id', '=', account.userId)
      .where('revoked_at', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (revoked) {
      return record(tx, account, 'token.revoked', { token: id, ...revoked, by, why: 'asked' })
    }

    const known = await tx
      .selectFrom('api_tokens')
      .select('id')
      .where('id', '=', id)
      .where('user_id', '=', account.userId)
      .executeTakeFirst()
    if (!known) throw new NotFound()
  })
}

/** Ends every token of the account at once. @returns how many there were */
export function revokeAllTokens(tx: Tx, account: Account, why: Why): Promise<number> {
  return revokeTokens(tx, account, { which: 'every', why })
}

type Why = AccountEvents['token.revoked']['why']

/** Ends tokens of the account at once. Of a list, those that are not there, or no longer, are passed over. @returns how many there were */
export async function revokeTokens(
  tx: Tx,
  account: Account,
  { which, why }: { which: readonly string[] | 'every'; why: Why },
): Promise<number> {
  if (which.length === 0) return 0
  const revoked = await tx
    .updateTable('api_tokens')
    .set({ revoked_at: account.now })
    .where('user_id', '=', account.userId)
    .where('revoked_at', 'is', null)
    .$if(which !== 'every', (query) => query.where('id', 'in', which))
    .returning(['id', 'name'])
    .execute()
  for (const { id, name } of revoked.toSorted((a, b) => a.id.localeCompare(b.id))) {
    await record(tx, account, 'token.revoked', { token: id, name, by: 'person', why })
  }
  return revoked.length
}

function stateOf(issuedAt: number, expiresAt: number | null, now: number): ApiTokenRow['state'] {
  if (expiresAt !== null && expiresAt <= now) return 'ended'
  const warning = warningAt(issuedAt, expiresAt)
  return warning !== null && warning <= now ? 'ending' : 'good'
}
