import { msg } from '@foyer/i18n'

import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor, SessionActor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { endSessions } from '#app/platform/sessions/end-sessions.ts'

import { authenticatorName } from './authenticator-names.ts'
import { verifyChallenge, type ChallengeContext, consumeChallenge } from './challenges.ts'
import { maxPasskeys } from './limits.ts'
import { passkeyAddedNotice } from './notices.mail.ts'
import type { Attestation } from './passkey-forms.ts'
import { extractChallenge, type NewPasskey, verifyAttestation } from './verify-response.ts'
import { challengeExpired, type RelyingParty } from './webauthn.ts'

/**
 * Adds a passkey. With REQUIRE_TWO_FACTOR, the account's first second factor ends its other sessions, which were opened with
 * a password alone.
 *
 * @throws ValidationError when verification fails, the passkey is already registered, or the account has too many
 */
export async function registerPasskey(
  context: ActionContext,
  actor: SessionActor,
  { credential, name }: { credential: Attestation; name: string },
  { challengeContext, party, requireTwoFactor }: RegistrationOptions,
): Promise<{ id: string; name: string }> {
  const { db, keys, now } = context
  const challenge = await extractChallenge(credential)
  if (!verifyChallenge(keys, challenge, challengeContext, now)) throw challengeExpired()
  const newPasskey = await verifyAttestation(credential, challenge, party)

  return inTransaction(db, async (tx) => {
    const user = await lockAccountRow(tx, actor.userId)
    if (!(await consumeChallenge(tx, challenge, now))) throw challengeExpired()
    const id = await insertPasskey(tx, actor, newPasskey, {
      name,
      transports: credential.response.transports,
    })
    if (!id)
      throw new ValidationError({ credential: "This passkey can't be added. Try another device." })

    const kind = authenticatorName(newPasskey.aaguid)
    await recordEvent(tx, actor, 'passkey.added', { passkey: id, name, kind })
    // Counted after `recordEvent`, which locks the account.
    const count = await countPasskeys(tx, actor.userId)
    if (count > maxPasskeys) throw tooManyPasskeys()
    if (requireTwoFactor && count === 1 && user?.two_factor_enabled_at === null) {
      await endSessions(tx, actor, { by: 'other-session', why: 'two-factor' }, actor.sessionId)
    }
    await sendSecurityNotice(tx, context, actor, passkeyAddedNotice(name))
    return { id, name }
  })
}

interface RegistrationOptions {
  challengeContext: ChallengeContext
  party: RelyingParty
  requireTwoFactor: boolean
}

/** Returns null when the credential id is already registered to any account. */
async function insertPasskey(
  tx: Tx,
  { userId, now }: Actor,
  { credentialId, publicKey, counter, aaguid, synced }: NewPasskey,
  { name, transports }: { name: string; transports: string[] },
): Promise<string | null> {
  const inserted = await tx
    .insertInto('passkeys')
    .values({
      id: newId(),
      user_id: userId,
      name,
      credential_id: credentialId,
      public_key: publicKey,
      counter,
      transports: JSON.stringify(transports),
      aaguid,
      synced: synced ? 1 : 0,
      created_at: now,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

async function countPasskeys(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

function tooManyPasskeys(): ValidationError {
  return new ValidationError({
    credential: msg(
      "You've reached the limit of {most} passkeys. Remove one you don't use first.",
      {
        most: maxPasskeys,
      },
    ),
  })
}
