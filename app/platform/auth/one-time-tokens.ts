import type { Keyring } from '#app/platform/crypto/keyring.ts'
import { hashSecret, newSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db } from '#app/platform/db/connect.ts'
import type { OneTimeTokensTable } from '#app/platform/db/schema.ts'
import { hour } from '#app/platform/lib/durations.ts'
import { newId } from '#app/platform/lib/ids.ts'

export type TokenPurpose = OneTimeTokensTable['purpose']

export interface NewToken {
  purpose: TokenPurpose
  /** Null when there is no account yet. */
  userId: string | null
  /** The identity of the address it is bound to. */
  emailKey: string
  /** Any text; kept encrypted. */
  payload: string | null
  ttlMs: number
  now: number
}

/** What a mail's link carries. */
export interface MailLink {
  id: string
  secret: string
}

/** A link's secret with its id, as one part of an address. */
export function formatLink({ id, secret }: MailLink): string {
  return `${id}.${secret}`
}

export function parseLink(token: string): MailLink {
  const [id = '', secret = ''] = token.split('.')
  return { id, secret }
}

/** How long the links in mails work. */
export const linkLifetimeMs = hour

export interface OneTimeToken {
  id: string
  userId: string | null
  emailKey: string
  payload: string | null
  expiresAt: number
}

/** The secret returned is the only copy; the database keeps its hash. */
export async function issueToken(
  tx: Db,
  keys: Keyring,
  { purpose, userId, emailKey, payload, ttlMs, now }: NewToken,
): Promise<MailLink> {
  const id = newId()
  const secret = newSecret()
  await tx
    .insertInto('one_time_tokens')
    .values({
      id,
      purpose,
      user_id: userId,
      email_key: emailKey,
      token_hash: hashSecret(secret),
      payload_sealed: payload === null ? null : keys.encrypt('one-time-token', payload, id),
      created_at: now,
      expires_at: now + ttlMs,
    })
    .execute()
  return { id, secret }
}

/**
 * Looks without using the token up.
 *
 * @param secret  left out where knowing the id is no proof and none is needed, as when sending a mail once more
 */
export async function findToken(
  db: Db,
  keys: Keyring,
  { id, secret, purpose, now }: { id: string; secret?: string; purpose: TokenPurpose; now: number },
): Promise<OneTimeToken | null> {
  const row = await unexpiredTokens(db, purpose, now)
    .where('id', '=', id)
    .$if(secret !== undefined, (query) => query.where('token_hash', '=', hashSecret(secret ?? '')))
    .executeTakeFirst()
  return row ? decryptToken(keys, row) : null
}

/** The newest token of an account that still works, for showing that it is there and for sending it once more. */
export async function newestToken(
  db: Db,
  keys: Keyring,
  filter: { userId: string; purpose: TokenPurpose; emailKey?: string; now: number },
): Promise<OneTimeToken | null> {
  const { userId, purpose, emailKey, now } = filter
  const row = await unexpiredTokens(db, purpose, now)
    .where('user_id', '=', userId)
    .$if(emailKey !== undefined, (query) => query.where('email_key', '=', emailKey ?? ''))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? decryptToken(keys, row) : null
}

const columns = ['id', 'user_id', 'email_key', 'payload_sealed', 'expires_at'] as const

function unexpiredTokens(db: Db, purpose: TokenPurpose, now: number) {
  return db
    .selectFrom('one_time_tokens')
    .select(columns)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
}

/** Null when it was sealed with a key that is no longer known: then it is worth as little as one that has run out. */
function decryptToken(
  keys: Keyring,
  row: Pick<OneTimeTokensTable, (typeof columns)[number]>,
): OneTimeToken | null {
  const { id, payload_sealed } = row
  const payload = payload_sealed && keys.decrypt('one-time-token', payload_sealed, id)
  if (payload === null && payload_sealed !== null) return null
  const { user_id: userId, email_key: emailKey, expires_at: expiresAt } = row
  return { id, userId, emailKey, payload, expiresAt }
}

/** Uses the token up: of all who try, at whatever moment, one gets it and the others get null. Nothing of it stays. */
export async function consumeToken(
  tx: Db,
  { id, secret, purpose, now }: MailLink & { purpose: TokenPurpose; now: number },
): Promise<Pick<OneTimeToken, 'userId' | 'emailKey'> | null> {
  const row = await tx
    .deleteFrom('one_time_tokens')
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('token_hash', '=', hashSecret(secret))
    .where('expires_at', '>', now)
    .returning(['user_id', 'email_key'])
    .executeTakeFirst()
  return row ? { userId: row.user_id, emailKey: row.email_key } : null
}

/** Removes what has run out, so many at a time. @returns how many it removed */
export async function pruneTokens(db: Db, now: number, limit: number): Promise<number> {
  const removed = await db
    .deleteFrom('one_time_tokens')
    .where('id', 'in', (tokens) =>
      tokens
        .selectFrom('one_time_tokens')
        .select('id')
        .where('expires_at', '<=', now)
        .orderBy('id')
        .limit(limit),
    )
    .returning('id')
    .execute()
  return removed.length
}

/**
 * Makes links useless that were sent about an account: those for one purpose, or all but those for some.
 *
 * @returns whether there were any
 */
export async function revokeTokens(
  tx: Db,
  userId: string,
  which: { only: TokenPurpose } | { except: readonly TokenPurpose[] },
): Promise<boolean> {
  const ofAccount = tx.deleteFrom('one_time_tokens').where('user_id', '=', userId)
  const matching =
    'only' in which
      ? ofAccount.where('purpose', '=', which.only)
      : ofAccount.where('purpose', 'not in', which.except)
  const { numDeletedRows } = await matching.executeTakeFirst()
  return numDeletedRows > 0n
}

/** Makes those links useless that were mailed to an address for a purpose and carry what is meant. */
export async function revokeTokensForAddress(
  tx: Db,
  keys: Keyring,
  { emailKey, purpose, now }: { emailKey: string; purpose: TokenPurpose; now: number },
  matches: (token: OneTimeToken) => boolean,
): Promise<void> {
  const rows = await unexpiredTokens(tx, purpose, now).where('email_key', '=', emailKey).execute()
  for (const row of rows) {
    const token = decryptToken(keys, row)
    if (!token || !matches(token)) continue
    await tx.deleteFrom('one_time_tokens').where('id', '=', token.id).execute()
  }
}
