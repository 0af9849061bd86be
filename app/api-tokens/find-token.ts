import type { Permission } from '#app/pages.ts'
import type { RequestOrigin } from '#app/platform/actor.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { preparedQuery } from '#app/platform/db/prepared-query.ts'
import { profileColumns } from '#app/platform/db/profile-columns.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { networkKey } from '#app/platform/validation/ip-addresses.ts'

import { isWellFormedApiToken } from './token-format.ts'

export type ActiveApiToken = Omit<Awaited<ReturnType<typeof activeToken>>[number], JsonColumn> & {
  permissions: Permission[]
  networks: string[]
}

type JsonColumn = 'permissions' | 'networks'

/** Returns the active API token with its user. The lookup by hash leaks nothing through timing. */
export async function findApiToken(
  db: Db,
  text: string,
  now: number,
): Promise<ActiveApiToken | undefined> {
  if (!isWellFormedApiToken(text)) return undefined
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

const touchIntervalMs = 60_000
const maxNetworks = 100

/** Updates the token's last use, at most once a minute, and records its first use from each network. */
export async function touchApiToken(
  db: Db,
  apiToken: ActiveApiToken,
  origin: RequestOrigin,
): Promise<void> {
  const { token_id, last_used_at, last_used_ip } = apiToken
  const { now } = origin
  const ip = origin.ip ?? ''
  const isRecent = last_used_at !== null && now - last_used_at < touchIntervalMs
  const isSameNetwork = networkKey(last_used_ip ?? '') === networkKey(ip)
  if (!isSameNetwork || last_used_at === null) await recordNetwork(db, apiToken, origin)
  if (isRecent) return

  await db
    .updateTable('api_tokens')
    .set({ last_used_at: now, last_used_ip: ip })
    .where('id', '=', token_id)
    .where((it) =>
      it.or([it('last_used_at', 'is', null), it('last_used_at', '<=', now - touchIntervalMs)]),
    )
    .execute()
}

async function recordNetwork(
  db: Db,
  apiToken: ActiveApiToken,
  origin: RequestOrigin,
): Promise<void> {
  const { token_id, user_id } = apiToken
  const place = networkKey(origin.ip ?? '')
  const known = await db
    .selectFrom('api_token_places')
    .select('place')
    .where('token_id', '=', token_id)
    .orderBy('place')
    .limit(maxNetworks)
    .execute()
  if (known.length === maxNetworks || known.some((it) => it.place === place)) return

  await inTransaction(db, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('api_token_places')
      .values({ token_id, place, first_used_at: origin.now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return
    const actor = { ...origin, userId: user_id, sessionId: null }
    await recordEvent(tx, actor, 'token.first-used', { token: token_id })
  })
}
