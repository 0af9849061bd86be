import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin } from '#app/platform/actor.ts'
import { emailOwner } from '#app/platform/auth/email-owner.ts'
import {
  consumeToken,
  findToken,
  type MailLink,
  type OneTimeToken,
} from '#app/platform/auth/one-time-tokens.ts'
import { rejectRequiredProviderDomain } from '#app/platform/auth/required-provider.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { addKnownDevice } from '#app/platform/sessions/known-devices.ts'

import { unlockMailKey, unlockPurpose } from './unlock-link.job.ts'

/** The account of a link that still works; null without one. */
export async function unlockLinkOwner(
  { db, keys, now }: Pick<ActionContext, 'db' | 'keys' | 'now'>,
  link: MailLink,
): Promise<{ email: string } | null> {
  const token = await findToken(db, keys, { ...link, purpose: unlockPurpose, now })
  const owner = token && (await ownerOf(db, token))
  return owner ? { email: owner.email } : null
}

/**
 * Makes this browser a known device of the account, whose attempts do not wait for those of strangers. Nobody is signed in.
 *
 * @throws Gone, ProviderRequired
 */
export async function unlockSignIn(
  {
    db,
    keys,
    limits,
    config,
    now,
  }: Pick<ActionContext, 'db' | 'keys' | 'limits' | 'config' | 'now'>,
  origin: RequestOrigin,
  link: MailLink,
): Promise<{ email: string }> {
  const token = await findToken(db, keys, { ...link, purpose: unlockPurpose, now })
  if (!token?.userId) throw new Gone()
  const { userId } = token
  const owner = await inTransaction(db, async (tx) => {
    await lockAccountRow(tx, userId)
    const isUsable = await consumeToken(tx, { ...link, purpose: unlockPurpose, now })
    const user = isUsable && (await ownerOf(tx, token))
    if (!user) throw new Gone()
    rejectRequiredProviderDomain(user.email, config)
    await addKnownDevice(tx, { ...origin, userId: user.id })
    await recordEvent(tx, { ...origin, userId: user.id, sessionId: null }, 'sign-in.unlocked', {})
    return user
  })
  // Another browser may need a link of its own.
  await limits.clear(unlockMailKey(owner.email))
  return owner
}

async function ownerOf(db: Db, { userId, emailKey }: Pick<OneTimeToken, 'userId' | 'emailKey'>) {
  const owner = await emailOwner(db, emailKey, { signsIn: true })
  return owner?.id === userId ? owner : undefined
}
