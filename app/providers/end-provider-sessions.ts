import type { ActionContext } from '#app/platform/action-context.ts'
import { systemActor } from '#app/platform/actor.ts'
import type { ProviderConfig } from '#app/platform/config/provider-settings.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { endSession } from '#app/platform/sessions/sessions.ts'
import { endPendingSignInsOf } from '#app/two-factor/two-factor.ts'

import { clockToleranceMs, logoutTokenLifetimeMs } from './limits.ts'
import type { LogoutToken } from './logout-token.ts'
import { consumeOnce } from './provider-attempt.ts'

/**
 * Ends the sessions that a verified logout token names, and sign-ins that wait for a second factor. Those of other ways in stay.
 *
 * @returns false when the token was used before
 */
export async function endProviderSessions(
  { db, now, realNow }: Pick<ActionContext, 'db' | 'now' | 'realNow'>,
  provider: ProviderConfig,
  token: LogoutToken,
): Promise<boolean> {
  const { iss, jti } = token
  return inTransaction(db, async (tx) => {
    const lifetime = logoutTokenLifetimeMs + 2 * clockToleranceMs
    const expiresAt = Math.max(now, realNow) + lifetime
    if (!(await consumeOnce(tx, JSON.stringify(['logout', iss, jti]), expiresAt))) return false
    for (const { id, user_id } of await namedAccounts(tx, provider, token)) {
      await lockAccountRow(tx, user_id)
      await endSessionsOf(tx, { linkedAccountId: id, userId: user_id, now }, token)
      await endPendingSignInsOf(tx, id)
    }
    return true
  })
}

/** Returns the accounts in the order of their owners, so that two tokens cannot deadlock. */
async function namedAccounts(tx: Tx, provider: ProviderConfig, { iss, sub, sid }: LogoutToken) {
  const query = tx
    .selectFrom('linked_accounts')
    .select(['id', 'user_id'])
    .where('provider', '=', provider.id)
    .where('issuer', '=', iss)
    .orderBy('user_id')
  if (sub !== undefined) return query.where('subject', '=', sub).execute()
  if (sid === undefined) return []
  return query
    .where(({ or, exists, selectFrom }) =>
      or(
        (['sessions', 'two_factor_challenges'] as const).map((table) =>
          exists(
            selectFrom(table)
              .select(`${table}.id`)
              .whereRef(`${table}.linked_account_id`, '=', 'linked_accounts.id')
              .where(`${table}.provider_sid`, '=', sid),
          ),
        ),
      ),
    )
    .execute()
}

interface LinkedAccount {
  linkedAccountId: string
  userId: string
  now: number
}

/** Ends all sessions that a linked account has started, and sign-ins that wait for a second factor. */
export async function endSessionsStartedWith(
  tx: Tx,
  account: LinkedAccount,
  why: 'provider-refused',
): Promise<void> {
  await lockAccountRow(tx, account.userId)
  await endSessionsOf(tx, account, {}, why)
  await endPendingSignInsOf(tx, account.linkedAccountId)
}

async function endSessionsOf(
  tx: Tx,
  { linkedAccountId, userId, now }: LinkedAccount,
  { sid, sub }: Pick<LogoutToken, 'sid' | 'sub'>,
  why: 'provider-logout' | 'provider-refused' = 'provider-logout',
): Promise<void> {
  let query = tx
    .selectFrom('sessions')
    .select('id')
    .where('linked_account_id', '=', linkedAccountId)
    .orderBy('id')
  if (sid !== undefined)
    query = query.where(({ or, eb }) =>
      or([
        eb('provider_sid', '=', sid),
        // The sign-in did not name its session there: it may be the one that is meant.
        ...(sub === undefined ? [] : [eb('provider_sid', 'is', null)]),
      ]),
    )
  const actor = systemActor(userId, now)
  for (const { id } of await query.execute()) await endSession(tx, actor, id, { by: 'system', why })
}
