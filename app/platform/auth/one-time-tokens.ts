import type { Keyring } from '#app/platform/crypto/keyring.ts'
import { hashSecret, newSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db } from '#app/platform/db/connect.ts'
import type { OneTimeTokensTable } from '#app/platform/db/schema.ts'
import { newId } from '#app/platform/lib/ids.ts'

export type TokenPurpose = OneTimeTokensTable['purpose']

export interface NewToken {
  purpose: TokenPurpose
  userId: string | null
  /** Key of the email address the token is bound to, see `emailKey`. */
  emailKey: string
  /** Any text; stored encrypted. */
  payload: string | null
  /** The language of its mail, if it may be sent again. */
  locale?: string
  ttlMs: number
  now: number
}

export interface MailLink {
  id: string
  secret: string
}

/** Joins id and secret into one URL path segment. */
export function formatLink({ id, secret }: MailLink): string {
  return `${id}.${secret}`
}

export function parseLink(token: string): MailLink {
  const [id = '', secret = ''] = token.split('.')
  return { id, secret }
}

export interface OneTimeToken {
  id: string
  userId: string | null
  emailKey: string
  payload: string | null
  locale: string | null
  createdAt: number
  expiresAt: number
}

/** Stores a new token. The returned secret is the only copy; the database holds its hash. */
export async function issueToken(
  tx: Db,
  keys: Keyring,
  { purpose, userId, emailKey, payload, locale, ttlMs, now }: NewToken,
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
      locale: locale ?? null,
      created_at: now,
      expires_at: now + ttlMs,
    })
    .execute()
  return { id, secret }
}

/** Returns an unexpired token without consuming it. @param secret  omitted only by callers that grant nothing for it */
export async function findToken(
  db: Db,
  keys: Keyring,
  { id, secret, purpose, now }: { id: string; secret?: string; purpose: TokenPurpose; now: number },
): Promise<OneTimeToken | null> {
  let query = unexpiredTokens(db, purpose, now).where('id', '=', id)
  if (secret !== undefined) query = query.where('token_hash', '=', hashSecret(secret))
  const row = await query.executeTakeFirst()
  return row ? decryptToken(keys, row) : null
}

type OpenTokens = Pick<NewToken, 'userId' | 'purpose' | 'now'> & {
  emailKey?: string | undefined
  /** Only tokens older than the one with this id. */
  before?: string | undefined
  limit?: number
}

/** Returns the account's newest unexpired token, to show that one is pending and to resend it. */
export async function newestToken(
  db: Db,
  keys: Keyring,
  filter: OpenTokens & { userId: string },
): Promise<OneTimeToken | null> {
  const [newest = null] = await openTokens(db, keys, { ...filter, limit: 1 })
  return newest
}

/** Unexpired tokens of a purpose, newest first; with `userId` null, those of no account. */
export async function openTokens(
  db: Db,
  keys: Keyring,
  { userId, purpose, now, emailKey, before, limit }: OpenTokens,
): Promise<OneTimeToken[]> {
  let query = unexpiredTokens(db, purpose, now)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .orderBy('id', 'desc')
  if (emailKey !== undefined) query = query.where('email_key', '=', emailKey)
  if (before !== undefined) query = query.where('id', '<', before)
  if (limit !== undefined) query = query.limit(limit)
  return decryptTokens(keys, await query.execute())
}

export function unexpiredTokens(db: Db, purpose: TokenPurpose, now: number) {
  return db
    .selectFrom('one_time_tokens')
    .select(['id', 'user_id', 'email_key', 'payload_sealed', 'locale', 'created_at', 'expires_at'])
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
}

type TokenRow = Awaited<ReturnType<ReturnType<typeof unexpiredTokens>['execute']>>[number]

export function decryptTokens(keys: Keyring, rows: readonly TokenRow[]): OneTimeToken[] {
  return rows.map((row) => decryptToken(keys, row)).filter((token) => token !== null)
}

/** Null when the payload was encrypted with a forgotten key: the token then counts as expired. */
function decryptToken(keys: Keyring, row: TokenRow): OneTimeToken | null {
  const { id, payload_sealed } = row
  const payload = payload_sealed && keys.decrypt('one-time-token', payload_sealed, id)
  if (payload === null && payload_sealed !== null) return null
  const { user_id: userId, email_key: emailKey, locale, created_at: createdAt } = row
  return { id, userId, emailKey, payload, locale, createdAt, expiresAt: row.expires_at }
}

/** Deletes the token and returns it. Of concurrent calls exactly one succeeds; the others get null. */
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

/** Revokes an account's mailed links: all, those of one purpose or to one address, or all except some. @returns whether any existed */
export async function revokeTokens(
  tx: Db,
  userId: string,
  which:
    | 'every'
    | { only: TokenPurpose }
    | { mailedTo: string; except?: readonly TokenPurpose[] }
    | { except: readonly TokenPurpose[] },
): Promise<boolean> {
  let tokens = tx.deleteFrom('one_time_tokens').where('user_id', '=', userId)
  if (which !== 'every') {
    if ('only' in which) tokens = tokens.where('purpose', '=', which.only)
    else {
      if ('mailedTo' in which) tokens = tokens.where('email_key', '=', which.mailedTo)
      if (which.except) tokens = tokens.where('purpose', 'not in', which.except)
    }
  }
  const { numDeletedRows } = await tokens.executeTakeFirst()
  return numDeletedRows > 0n
}

/** Revokes the links of one purpose mailed to an address whose token matches. @returns whether any did */
export async function revokeTokensForAddress(
  tx: Db,
  keys: Keyring,
  { emailKey, purpose, now }: { emailKey: string; purpose: TokenPurpose; now: number },
  matches: (token: OneTimeToken) => boolean,
): Promise<boolean> {
  const rows = await unexpiredTokens(tx, purpose, now).where('email_key', '=', emailKey).execute()
  const ids = decryptTokens(keys, rows)
    .filter(matches)
    .map(({ id }) => id)
  if (ids.length === 0) return false
  const deletion = tx.deleteFrom('one_time_tokens').where('id', 'in', ids)
  return (await deletion.executeTakeFirst()).numDeletedRows > 0n
}
