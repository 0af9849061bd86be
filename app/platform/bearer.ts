import type { Permission } from '#app/pages.ts'
import type { Origin } from '#app/platform/account.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { prepared } from '#app/platform/db/prepared.ts'
import { addressKey } from '#app/platform/networks.ts'
import { record } from '#app/platform/record.ts'
import { hashSecret } from '#app/platform/secrets.ts'

import { isTokenText } from './token-text.ts'

export type Bearer = Omit<Awaited<ReturnType<typeof liveToken>>[number], Packed> & {
  permissions: Permission[]
  networks: string[]
}

type Packed = 'permissions' | 'networks'

/**
 * The live API token that a text is, with the person it belongs to; undefined when there is none. Found by its hash, so
 * that how long it takes tells nothing about any token; and only asked for when its checksum is right.
 */
export async function findBearer(db: Db, text: string, now: number): Promise<Bearer | undefined> {
  if (!isTokenText(text)) return undefined
  const [found] = await liveToken(db, { hash: hashSecret(text), now })
  if (!found) return undefined
  const { permissions, networks } = found
  return { ...found, permissions: JSON.parse(permissions), networks: JSON.parse(networks) }
}

// Asked by every request of a program. After a rotation the token from before it works for a while longer.
const liveToken = prepared((db: Db, { hash, now }: { hash: string; now: number }) =>
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
      'users.name',
      'users.email',
      'users.email_verified_at',
      'users.locked_at',
      'users.leaves_at',
      'users.locale',
      'users.timezone',
      'users.created_at',
    ])
    .where((it) =>
      it.or([
        it('token_hash', '=', hash),
        it.and([it('previous_hash', '=', hash), it('previous_ends_at', '>', now)]),
      ]),
    )
    .where((it) =>
      it.or([it('api_tokens.expires_at', 'is', null), it('api_tokens.expires_at', '>', now)]),
    )
    .where('revoked_at', 'is', null),
)

const touchEveryMs = 60_000
const mostPlaces = 100

/** Writes down when and from where a token was used: once a minute, and each new place once. */
export async function touchBearer(db: Db, bearer: Bearer, origin: Origin): Promise<void> {
  const { token_id, last_used_at, last_used_ip } = bearer
  const { now } = origin
  const ip = origin.ip ?? ''
  const isRecent = last_used_at !== null && now - last_used_at < touchEveryMs
  const isSamePlace = addressKey(last_used_ip ?? '') === addressKey(ip)
  if (!isSamePlace || last_used_at === null) await rememberPlace(db, bearer, origin)
  if (isRecent) return

  await db
    .updateTable('api_tokens')
    .set({ last_used_at: now, last_used_ip: ip })
    .where('id', '=', token_id)
    .where((it) =>
      it.or([it('last_used_at', 'is', null), it('last_used_at', '<=', now - touchEveryMs)]),
    )
    .execute()
}

async function rememberPlace(db: Db, bearer: Bearer, origin: Origin): Promise<void> {
  const { token_id, user_id } = bearer
  const place = addressKey(origin.ip ?? '')
  const known = await db
    .selectFrom('api_token_places')
    .select('place')
    .where('token_id', '=', token_id)
    .orderBy('place')
    .limit(mostPlaces)
    .execute()
  if (known.length === mostPlaces || known.some((it) => it.place === place)) return

  await inTransaction(db, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('api_token_places')
      .values({ token_id, place, first_used_at: origin.now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return
    const account = { ...origin, userId: user_id, sessionId: null }
    await record(tx, account, 'token.first-used', { token: token_id })
  })
}
