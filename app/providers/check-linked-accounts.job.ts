import { systemClock } from '#app/platform/clock/clock.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import type { FeatureJobServices } from '#app/platform/feature.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'
import type { JobHandler } from '#app/platform/jobs/run-job.ts'
import type { Log } from '#app/platform/lib/log.ts'

import { endSessionsStartedWith } from './end-provider-sessions.ts'
import { checkBatchSize, checkIntervalMs, checkRetryMs } from './limits.ts'
import { createProviderClient, type ProviderClient } from './provider-client.ts'
import { ProviderError } from './provider-identity.ts'
import { forgetUncheckedTokens, refreshTokenPurpose } from './refresh-tokens.ts'
import { shouldRevokeApiTokens, revokeTokensOfClosedAccount } from './revoke-tokens.ts'

export const checkJobKind = 'provider-check'

/** Enqueues the check of linked accounts that are due. Safe to call at any time, from any process. */
export async function enqueueProviderChecks(
  { db, keys, config }: { db: Db; keys: Keyring; config: Pick<Config, 'providers'> },
  now: number,
): Promise<void> {
  const checked = config.providers.filter(({ dailyCheck }) => dailyCheck).map(({ id }) => id)
  await forgetUncheckedTokens(db, checked)
  if (checked.length === 0 || (await dueAccounts(db, now, 1)).length === 0) return
  await enqueue(db, keys, { kind: checkJobKind, payload: null, dedupeKey: checkJobKind, now })
}

/** Asks each provider with the setting, once a day, whether the accounts there may still sign in. */
export function providerCheckJob(services: Omit<Services, 'log'>): JobHandler {
  const clients = new Map<string, ProviderClient>()
  for (const provider of services.config.providers)
    if (provider.dailyCheck) clients.set(provider.id, createProviderClient(provider))
  return async (_payload, { log }) => {
    for (;;) {
      const due = await dueAccounts(services.db, services.clock.now(), checkBatchSize)
      if (due.length === 0) return
      for (const account of due)
        await checkAccount({ ...services, log }, clients.get(account.provider), account)
    }
  }
}

type DueAccount = Awaited<ReturnType<typeof dueAccounts>>[number]

async function dueAccounts(db: Db, now: number, limit: number) {
  return db
    .selectFrom('linked_accounts')
    .select(['id', 'user_id', 'provider', 'subject', 'refresh_token_sealed', 'next_check_at'])
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

type Services = Omit<FeatureJobServices, 'limits' | 'files'> & { log: Log }

async function checkAccount(
  services: Services,
  client: ProviderClient | undefined,
  account: DueAccount,
): Promise<void> {
  const { db, keys, clock, log } = services
  const { id, provider, subject, refresh_token_sealed: sealed } = account
  // Many providers accept a refresh token once, so of several processes one must use it.
  if (!(await claimProviderCheck(db, account, clock.now() + checkRetryMs))) return
  const token = sealed === null ? null : keys.decrypt(refreshTokenPurpose, sealed, id)
  if (!client || token === null || !(await canEndSomething(services, account))) {
    await replaceToken(db, account, { refresh_token_sealed: null, next_check_at: null })
    return
  }
  const answer = await client.renew(token, subject, systemClock.now()).catch(providerError)
  if (answer instanceof ProviderError) {
    const { reason, message: code } = answer
    log.warn({ provider, account: id, reason, code }, 'provider check failed and will be retried')
  } else if (answer === 'refused') {
    await endAccess(services, account)
  } else {
    const { refreshToken } = answer
    await replaceToken(db, account, {
      next_check_at: clock.now() + checkIntervalMs,
      ...(refreshToken !== null && {
        refresh_token_sealed: keys.encrypt(refreshTokenPurpose, refreshToken, id),
      }),
    })
  }
}

function providerError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  throw error
}

/** Of concurrent checks of a linked account exactly one gets true. */
export async function claimProviderCheck(
  db: Db,
  { id, next_check_at }: Pick<DueAccount, 'id' | 'next_check_at'>,
  until: number,
): Promise<boolean> {
  const claimed = await db
    .updateTable('linked_accounts')
    .set({ next_check_at: until })
    .where('id', '=', id)
    .where('next_check_at', '=', next_check_at)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** @returns false when a sign-in has brought another token meanwhile, which then counts */
async function replaceToken(
  db: Db,
  { id, refresh_token_sealed: sealed }: DueAccount,
  values: { refresh_token_sealed?: string | null; next_check_at: number | null },
): Promise<boolean> {
  const replaced = await db
    .updateTable('linked_accounts')
    .set(values)
    .where('id', '=', id)
    .where('refresh_token_sealed', sealed === null ? 'is' : '=', sealed)
    .returning('id')
    .executeTakeFirst()
  return replaced !== undefined
}

/** Whether a check could end something. If not, the refresh token is deleted unused: the next sign-in brings another. */
async function canEndSomething(services: Services, account: DueAccount): Promise<boolean> {
  for (const table of ['sessions', 'two_factor_challenges'] as const) {
    const started = await services.db
      .selectFrom(table)
      .select('id')
      .where('linked_account_id', '=', account.id)
      .limit(1)
      .executeTakeFirst()
    if (started) return true
  }
  return shouldRevokeApiTokens(services.db, services, account)
}

async function endAccess(services: Services, account: DueAccount): Promise<void> {
  const { db, clock, features, log } = services
  const { id, user_id: userId, provider } = account
  await inTransaction(db, async (tx) => {
    for (const feature of features) await feature.lockRowsBeforeAccount?.(tx, userId)
    const none = { refresh_token_sealed: null, next_check_at: null }
    if (!(await replaceToken(tx, account, none))) return
    const ended = { linkedAccountId: id, userId, now: clock.now() }
    await endSessionsStartedWith(tx, ended, 'provider-refused')
    await revokeTokensOfClosedAccount(tx, services, account)
    log.info({ provider, account: id }, 'provider refused a linked account; its access ended')
  })
}
