import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { hasSignInMethod } from '#app/platform/auth/has-sign-in-method.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound, ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import type { TakeoverItems } from '#app/platform/feature.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'

import { providerLabel } from './linked-accounts.ts'
import { accountUnlinkedNotice } from './notices.mail.ts'

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
    const [name] = await removeLinkedAccounts(tx, context, actor, [account])
    if (name === undefined) throw new NotFound()
    if (!(await hasSignInMethod(tx, actor.userId, context.config)))
      throw new ValidationError({ account: lastSignInMethodMessage })
    await sendSecurityNotice(tx, context, actor, accountUnlinkedNotice(name))
  })
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
 * Unlinks the accounts of an attacker, each with its mail. Reported from a mail, it unlinks every account: the recovery link
 * leads back in. Otherwise the last way in stays.
 */
export async function revertLinkedAccounts(
  tx: Tx,
  context: ActionContext,
  actor: Actor,
  { ids }: TakeoverItems,
): Promise<number> {
  const names = await removeLinkedAccounts(tx, context, actor, await removable(tx, actor, ids))
  for (const name of names)
    await sendSecurityNotice(tx, context, actor, accountUnlinkedNotice(name))
  return names.length
}

async function removable(
  tx: Tx,
  { userId }: Actor,
  ids: TakeoverItems['ids'],
): Promise<TakeoverItems['ids']> {
  const user = await lockAccountRow(tx, userId)
  if (ids === 'every' || user?.password_hash !== null) return ids
  const passkey = await tx
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  if (passkey) return ids
  const others = await tx
    .selectFrom('linked_accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', 'not in', ids.length > 0 ? [...ids] : [''])
    .limit(1)
    .executeTakeFirst()
  return others ? ids : []
}
