import { say } from '@foyer/sentences'

import type { Account } from '#app/platform/account.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Invalid } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { moment } from '#app/platform/moment.ts'
import type { Means } from '#app/platform/post.ts'
import { record } from '#app/platform/record.ts'
import { hashSecret } from '#app/platform/secrets.ts'
import { newTokenText, tokenHint } from '#app/platform/token-text.ts'

import { mostTokens } from './api-tokens.ts'
import { expiryOf } from './expiry.ts'
import { tokenMadeNotice } from './notices.mail.ts'
import { scheduleWarning } from './token-expiry.job.ts'
import type { CreateToken } from './token-form.ts'

/**
 * Makes a token and tells its owner by mail. The text returned is the only copy; the database keeps its hash.
 *
 * @param timezone  what a day is for the person
 * @throws Invalid when the account has as many as it may
 */
export async function createToken(
  means: Means,
  account: Account,
  form: CreateToken,
  timezone: string | null,
): Promise<{ id: string; token: string }> {
  const { name, permissions, networks } = form
  const { now } = account
  const expires_at = expiryOf(form, { now, timezone })
  const id = newId()
  const token = newTokenText()

  await inTransaction(means.db, async (tx) => {
    await tx
      .insertInto('api_tokens')
      .values({
        id,
        user_id: account.userId,
        name,
        hint: tokenHint(token),
        token_hash: hashSecret(token),
        previous_hash: null,
        previous_ends_at: null,
        permissions: JSON.stringify(permissions),
        networks: JSON.stringify(networks),
        issued_at: now,
        expires_at,
        warned_at: null,
        last_used_at: null,
        last_used_ip: null,
        revoked_at: null,
        created_at: now,
      })
      .execute()
    const expiresAt = moment(expires_at)
    const facts = { name, permissions, networks, expiresAt }
    await record(tx, account, 'token.created', { token: id, ...facts })
    // The event has locked the account's row: whoever makes one at the same moment is counted after us.
    await refuseTooMany(tx, account.userId)
    await scheduleWarning(tx, means.keys, { token: id, issuedAt: now, expiresAt: expires_at, now })
    await sendSecurityNotice(tx, means, account, tokenMadeNotice(name))
  })
  return { id, token }
}

async function refuseTooMany(tx: Tx, userId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('api_tokens')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) > mostTokens) {
    throw new Invalid({
      name: say('You have {most} tokens, which is the most. Revoke one first.', {
        most: mostTokens,
      }),
    })
  }
}
