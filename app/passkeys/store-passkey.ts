import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { newId } from '#app/platform/lib/ids.ts'

import { authenticatorName } from './authenticator-names.ts'
import type { Attestation } from './passkey-forms.ts'
import { extractChallenge, type NewPasskey, verifyAttestation } from './verify-webauthn-response.ts'
import {
  type ChallengeContext,
  consumeWebauthnChallenge,
  verifyChallenge,
} from './webauthn-challenges.ts'
import { challengeExpired, type RelyingParty } from './webauthn.ts'

export interface RegistrationFlow {
  challengeContext: ChallengeContext
  party: RelyingParty
}

export interface VerifiedPasskey extends NewPasskey {
  challenge: string
  transports: string[]
  /** Created by the password manager, without a prompt. */
  isAutomatic: boolean
  /** A security key, which signs in after the password only. */
  secondFactorOnly: boolean
}

/** Verifies a new passkey, which `storePasskey` then stores. @throws ValidationError */
export async function verifyNewPasskey(
  { keys, now }: Pick<ActionContext, 'keys' | 'now'>,
  credential: Attestation,
  { challengeContext, party }: RegistrationFlow,
): Promise<VerifiedPasskey> {
  const challenge = await extractChallenge(credential)
  if (!verifyChallenge(keys, challenge, challengeContext, now)) throw challengeExpired()
  const isAutomatic = challengeContext.purpose === 'automatic-registration'
  const secondFactorOnly = challengeContext.purpose === 'security-key-registration'
  const passkey = await verifyAttestation(credential, {
    challenge,
    party,
    requireUserPresence: !isAutomatic,
    requireUserVerification: !isAutomatic && !secondFactorOnly,
  })
  const { transports } = credential.response
  return { ...passkey, challenge, transports, isAutomatic, secondFactorOnly }
}

/** Consumes the challenge, stores the passkey and records it. @returns its id @throws ValidationError */
export async function storePasskey(
  tx: Tx,
  actor: Actor,
  passkey: VerifiedPasskey,
  name: string,
): Promise<string> {
  if (!(await consumeWebauthnChallenge(tx, passkey.challenge, actor.now))) throw challengeExpired()
  const id = await insertPasskey(tx, actor, passkey, name)
  if (!id)
    throw new ValidationError({ credential: "This passkey can't be added. Try another device." })
  const kind = authenticatorName(passkey.aaguid)
  const { isAutomatic, secondFactorOnly } = passkey
  const marks = {
    ...(isAutomatic && { isAutomatic }),
    ...(secondFactorOnly && { secondFactorOnly }),
  }
  await recordEvent(tx, actor, 'passkey.added', { passkey: id, name, kind, ...marks })
  return id
}

/** Stores the passkey that a new account begins with. @param handle  the user handle that the passkey was created with */
export async function storeFirstPasskey(
  tx: Tx,
  actor: Actor,
  passkey: VerifiedPasskey,
  { name, handle }: { name: string; handle: string },
): Promise<void> {
  await tx.insertInto('passkey_owners').values({ user_id: actor.userId, handle }).execute()
  await storePasskey(tx, actor, passkey, name)
}

/** Returns null when the credential id is already registered to any account. */
async function insertPasskey(
  tx: Tx,
  { userId, now }: Actor,
  passkey: VerifiedPasskey,
  name: string,
): Promise<string | null> {
  const inserted = await tx
    .insertInto('passkeys')
    .values({
      id: newId(),
      user_id: userId,
      name,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: JSON.stringify(passkey.transports),
      aaguid: passkey.aaguid,
      synced: passkey.synced ? 1 : 0,
      second_factor_only: passkey.secondFactorOnly ? 1 : 0,
      created_at: now,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}
