import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { hasSignInMethodLeft } from '#app/platform/auth/has-sign-in-method-left.ts'
import { requiredProvider } from '#app/platform/auth/required-provider.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound, ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import type { TakeoverItems } from '#app/platform/feature.ts'
import { takeoverLinkLifetimeMs } from '#app/platform/mail/limits.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { endSession } from '#app/platform/sessions/sessions.ts'

import { providerLabel } from './linked-accounts.ts'
import { accountUnlinkedNotice } from './notices.mail.ts'

const requiredAccountMessage = 'Your organization requires this account, so it stays linked.'

const lastSignInMethodMessage =
  'This is your only way to sign in. Set a password or add a passkey first, then unlink this account.'

/** @throws NotFound; ValidationError when it is the last way to sign in */
export async function unlinkAccount(
  context: ActionContext,
  actor: Actor,
  account: string,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    // Two concurrent removals cannot both remove what is then the last way in.
    await lockAccountRow(tx, actor.userId)
    await refuseRequiredAccount(tx, context, actor, account)
    const [name] = await removeLinkedAccounts(tx, context, actor, [account])
    if (name === undefined) throw new NotFound()
    if (!(await hasSignInMethodLeft(tx, actor.userId, context.config)))
      throw new ValidationError({ form: lastSignInMethodMessage })
    await sendSecurityNotice(tx, context, actor, accountUnlinkedNotice(name))
  })
}

/** Refuses to unlink the account at a required provider, which could then no longer end the sessions. */
async function refuseRequiredAccount(
  tx: Tx,
  { config }: ActionContext,
  { userId }: Actor,
  account: string,
): Promise<void> {
  const row = await tx
    .selectFrom('linked_accounts')
    .innerJoin('users', 'users.id', 'linked_accounts.user_id')
    .select(['users.email', 'provider'])
    .where('linked_accounts.id', '=', account)
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (row && requiredProvider(row.email, config)?.id === row.provider)
    throw new ValidationError({ form: requiredAccountMessage })
}

/** Unlinks accounts without a mail. Ignores unknown ids. @returns the labels of their providers */
export async function removeLinkedAccounts(
  tx: Tx,
  { config }: { config: Pick<Config, 'providers'> },
  actor: Actor,
  ids: readonly string[] | 'every',
): Promise<string[]> {
  if (ids.length === 0) return []
  const removed = await tx
    .deleteFrom('linked_accounts')
    .where('user_id', '=', actor.userId)
    .$if(ids !== 'every', (query) => query.where('id', 'in', ids))
    .returning(['id', 'provider'])
    .execute()
  const sorted = removed
    .map((row) => ({ ...row, name: providerLabel(config, row.provider) }))
    .toSorted((a, b) => a.id.localeCompare(b.id))
  for (const { id, provider, name } of sorted)
    await recordEvent(tx, actor, 'linked-account.removed', { account: id, provider, name })
  return sorted.map(({ name }) => name)
}

/**
 * Unlinks an attacker's linked accounts and mails a notice for each. After a report from a mail all are unlinked, because the recovery
 * link leads back in; if that link does not reach the reporter, older ones stay. After a report in Time Travel the last sign-in method
 * stays, and so does the linked account that started the current session; other sessions started with an unlinked account end.
 */
export async function revertLinkedAccounts(
  tx: Tx,
  context: ActionContext,
  actor: Actor,
  items: TakeoverItems,
): Promise<number> {
  const ids = await removable(tx, context, actor, items)
  for (const session of await sessionsStartedWith(tx, actor, ids))
    await endSession(tx, actor, session.id, { by: 'other-session', why: 'not-me' })
  const names = await removeLinkedAccounts(tx, context, actor, ids)
  for (const name of names)
    await sendSecurityNotice(tx, context, actor, accountUnlinkedNotice(name))
  return names.length
}

async function removable(
  tx: Tx,
  { config }: ActionContext,
  actor: Actor,
  { ids, keepsOlder }: TakeoverItems,
): Promise<TakeoverItems['ids']> {
  const { userId, sessionId, now } = actor
  await lockAccountRow(tx, userId)
  if (ids === 'every') return keepsOlder ? recentlyLinked(tx, userId, now) : ids
  const inUse = await sessionsStartedWith(tx, actor, ids)
  const own = inUse.find(({ id }) => id === sessionId)?.linked_account_id
  const others = ids.filter((id) => id !== own)
  return (await hasSignInMethodLeft(tx, userId, config, others)) ? others : []
}

/** The sessions started with these linked accounts; none after a report from a mail, which has ended them. */
async function sessionsStartedWith(tx: Tx, { userId }: Actor, ids: TakeoverItems['ids']) {
  if (ids === 'every' || ids.length === 0) return []
  return tx
    .selectFrom('sessions')
    .select(['id', 'linked_account_id'])
    .where('user_id', '=', userId)
    .where('linked_account_id', 'in', ids)
    .orderBy('id')
    .execute()
}

/** Linked accounts as recent as a valid "this wasn't me" link: an attacker may have added them. */
async function recentlyLinked(tx: Tx, userId: string, now: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('linked_accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where('created_at', '>=', now - takeoverLinkLifetimeMs)
    .execute()
  return rows.map(({ id }) => id)
}
