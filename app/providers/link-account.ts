import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { ProviderConfig } from '#app/platform/config/provider-settings.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'

import { accountLinkedNotice } from './notices.mail.ts'
import type { Identity } from './provider-identity.ts'

export type LinkResult = 'linked' | 'taken' | 'another'

/**
 * Links an account at a provider to the signed-in account.
 *
 * @returns `taken` when it opens somebody else's account here, `another` when the account has another one of that provider
 */
export async function linkAccount(
  context: ActionContext,
  actor: Actor,
  provider: ProviderConfig,
  identity: Identity,
): Promise<LinkResult> {
  return inTransaction(context.db, async (tx) => {
    await lockAccountRow(tx, actor.userId)
    const id = await insertLinkedAccount(tx, actor, provider, identity)
    if (id === null) return conflictOf(tx, actor, provider, identity)
    await sendSecurityNotice(
      tx,
      context,
      actor,
      accountLinkedNotice(provider.label, identity.email),
    )
    return 'linked'
  })
}

/** @returns its id; null when the identity, or another one of the provider, is linked already */
export async function insertLinkedAccount(
  tx: Tx,
  actor: Actor,
  provider: ProviderConfig,
  { issuer, subject, email }: Identity,
): Promise<string | null> {
  const { userId, now } = actor
  const inserted = await tx
    .insertInto('linked_accounts')
    .values({
      id: newId(),
      user_id: userId,
      provider: provider.id,
      issuer,
      subject,
      email,
      created_at: now,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return null
  const data = { account: inserted.id, provider: provider.id, name: provider.label, email }
  await recordEvent(tx, actor, 'linked-account.added', data)
  return inserted.id
}

async function conflictOf(
  tx: Tx,
  { userId }: Actor,
  provider: ProviderConfig,
  { issuer, subject }: Identity,
): Promise<LinkResult> {
  const owner = await tx
    .selectFrom('linked_accounts')
    .select('user_id')
    .where('provider', '=', provider.id)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (!owner) return 'another'
  return owner.user_id === userId ? 'linked' : 'taken'
}
