import { msg } from '@foyer/i18n'

import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { countRows } from '#app/platform/db/count-rows.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'

import { apiTokenFormat } from './api-token-format.ts'
import { maxTokens } from './limits.ts'
import { tokenCreatedNotice } from './notices.mail.ts'
import { scheduleExpiryWarning } from './token-expiry.job.ts'
import { tokenExpiresAt } from './token-expiry.ts'
import type { CreateToken } from './token-form.ts'

/**
 * Creates a token and notifies its owner by mail. @throws ValidationError when the account has `maxTokens` already
 *
 * @param timezone  of the owner, for the end of the chosen day
 * @returns the only copy of the token; the database stores its hash
 */
export async function createApiToken(
  context: ActionContext,
  actor: Actor,
  form: CreateToken,
  timezone: string | null,
): Promise<{ id: string; token: string }> {
  const { name, permissions, networks } = form
  const { now } = actor
  const expires_at = tokenExpiresAt(form, { now, timezone })
  const id = newId()
  const token = apiTokenFormat.create()

  await inTransaction(context.db, async (tx) => {
    await tx
      .insertInto('api_tokens')
      .values({
        id,
        user_id: actor.userId,
        name,
        hint: apiTokenFormat.hint(token),
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
        uses: 0,
        revoked_at: null,
        created_at: now,
      })
      .execute()
    const expiresAt = toIso(expires_at)
    const attributes = { name, permissions, networks, expiresAt }
    await recordEvent(tx, actor, 'token.created', { token: id, ...attributes })
    // Counts after recordEvent locked the account's row, so that concurrent requests cannot exceed the limit.
    await rejectTooManyTokens(tx, actor.userId)
    await scheduleExpiryWarning(tx, context.keys, {
      token: id,
      issuedAt: now,
      expiresAt: expires_at,
      now,
    })
    await sendSecurityNotice(tx, context, actor, tokenCreatedNotice(name))
  })
  return { id, token }
}

async function rejectTooManyTokens(tx: Tx, userId: string): Promise<void> {
  const count = await countRows(
    tx.selectFrom('api_tokens').where('user_id', '=', userId).where('revoked_at', 'is', null),
  )
  if (count > maxTokens) {
    throw new ValidationError({
      name: msg("You've reached the limit of {most} API tokens. Revoke one first.", {
        most: maxTokens,
      }),
    })
  }
}
