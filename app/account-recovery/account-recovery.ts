import type { Actor } from '#app/platform/actor.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import type { OpenRecovery } from './pages.ts'

export interface Recovery {
  id: string
  userId: string
  /** Unix milliseconds, like the next. */
  readyAt: number
  expiresAt: number
}

/** The recovery that waits for the account, to show it to its owner. */
export async function openRecovery(
  db: Db,
  { userId, now }: Pick<Actor, 'userId' | 'now'>,
): Promise<OpenRecovery | null> {
  const found = await db
    .selectFrom('account_recoveries')
    .select(['created_at', 'ready_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found ? { requestedAt: toIso(found.created_at), readyAt: toIso(found.ready_at) } : null
}

/** The recovery that a browser has requested, by the secret in its cookie. */
export async function browserRecovery(
  db: Db,
  secret: string | null,
  now: number,
): Promise<Recovery | null> {
  const found = await db
    .selectFrom('account_recoveries')
    .select(['id', 'user_id as userId', 'ready_at as readyAt', 'expires_at as expiresAt'])
    .where('browser_hash', '=', hashSecret(secret ?? ''))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found ?? null
}

/** Ends a recovery whose waiting time is over, for the browser that finishes it. Of concurrent callers exactly one gets true. */
export async function consumeRecovery(
  tx: Db,
  { id, browserSecret, now }: { id: string; browserSecret: string; now: number },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('account_recoveries')
    .where('id', '=', id)
    .where('browser_hash', '=', hashSecret(browserSecret))
    .where('ready_at', '<=', now)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
