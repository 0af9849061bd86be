import { say } from '@foyer/sentences'

import type { Account, SessionAccount } from '#app/platform/account.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { endSessions } from '#app/platform/end-sessions.ts'
import { Invalid } from '#app/platform/errors.ts'
import { holdAccount } from '#app/platform/hold-account.ts'
import { newId } from '#app/platform/ids.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import type { Means } from '#app/platform/post.ts'
import { record } from '#app/platform/record.ts'

import { authenticatorKind } from './authenticators.ts'
import { isOurs, type Use, useUp } from './challenges.ts'
import type { Attestation } from './credential-form.ts'
import { passkeyAddedNotice } from './notices.mail.ts'
import { challengeIn } from './read-assertion.ts'
import { type NewPasskey, readAttestation } from './read-attestation.ts'
import { challengeIsOver } from './refusals.ts'
import type { RelyingParty } from './relying-party.ts'

/** More than anyone has devices; each is one more thing to keep. */
const mostPasskeys = 20

/**
 * Where a second factor is demanded, the account's first one ends its other sessions: a password alone has opened them.
 *
 * @throws Invalid when it is not proved, is known already, or the account has enough
 */
export async function registerPasskey(
  means: Means,
  account: SessionAccount,
  { credential, name }: { credential: Attestation; name: string },
  { use, party, requireTwoFactor }: Terms,
): Promise<{ id: string; name: string }> {
  const { db, keys, now } = means
  const challenge = await challengeIn(credential)
  if (!isOurs(keys, challenge, use, now)) throw challengeIsOver()
  const made = await readAttestation(credential, challenge, party)

  return inTransaction(db, async (tx) => {
    const person = await holdAccount(tx, account.userId)
    if (!(await useUp(tx, challenge, now))) throw challengeIsOver()
    const id = await insert(tx, account, made, { name, transports: credential.response.transports })
    if (!id) throw new Invalid({ credential: 'This passkey cannot be added. Try another device.' })

    const kind = authenticatorKind(made.aaguid)
    await record(tx, account, 'passkey.added', { passkey: id, name, kind })
    // After `record`, which lets one change of the account at a time through.
    const number = await numberOf(tx, account.userId)
    if (number > mostPasskeys) throw tooMany()
    if (requireTwoFactor && number === 1 && person?.two_factor_enabled_at === null) {
      await endSessions(tx, account, { by: 'other-session', why: 'two-factor' }, account.sessionId)
    }
    await sendSecurityNotice(tx, means, account, passkeyAddedNotice(name))
    return { id, name }
  })
}

interface Terms {
  use: Use
  party: RelyingParty
  requireTwoFactor: boolean
}

/** Null when the authenticator's name for it is taken, by whomever. */
async function insert(
  tx: Tx,
  { userId, now }: Account,
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

async function numberOf(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

function tooMany(): Invalid {
  return new Invalid({
    credential: say(
      'You have {most} passkeys, which is the most. Remove one you do not use first.',
      { most: mostPasskeys },
    ),
  })
}
