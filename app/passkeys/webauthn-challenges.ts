import { randomBytes } from 'node:crypto'

import type { Keyring } from '#app/platform/crypto/keyring.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db } from '#app/platform/db/connect.ts'

import { challengeLifetimeMs } from './limits.ts'

/** The binding of a challenge: it is valid for this purpose, browser and account only. */
export interface ChallengeContext {
  purpose:
    | 'login'
    | 'second-factor'
    | 'confirm'
    | 'registration'
    | 'automatic-registration'
    | 'security-key-registration'
    | 'sign-up'
  /** The id of the session, of the guest cookie before sign-in, or of the sign-in challenge after the first factor. */
  browserId: string
  /** Null before the first factor; for a sign-up the id of its mailed link. */
  userId: string | null
}

const nonceBytes = 16
const expiryBytes = 6

/**
 * Creates a stateless challenge: a nonce, an expiry, and a signature over both and the context. Nothing is stored, so a
 * crawler on the sign-in page cannot fill a table.
 *
 * @returns 54 bytes as base64url
 */
export function createChallenge(keys: Keyring, context: ChallengeContext, now: number): string {
  const payload = Buffer.concat([randomBytes(nonceBytes), Buffer.alloc(expiryBytes)])
  payload.writeUIntBE(now + challengeLifetimeMs, nonceBytes, expiryBytes)
  const signature = keys.sign('webauthn-challenge', signatureInput(payload, context))
  return Buffer.concat([payload, Buffer.from(signature, 'base64url')]).toString('base64url')
}

/** Checks the signature, context and expiry. Reuse is detected by `consumeWebauthnChallenge`. */
export function verifyChallenge(
  keys: Keyring,
  challenge: string,
  context: ChallengeContext,
  now: number,
): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length <= nonceBytes + expiryBytes || bytes.toString('base64url') !== challenge) {
    return false
  }
  const payload = bytes.subarray(0, nonceBytes + expiryBytes)
  const signature = bytes.subarray(payload.length).toString('base64url')
  return (
    keys.verify('webauthn-challenge', signatureInput(payload, context), signature) &&
    payload.readUIntBE(nonceBytes, expiryBytes) > now
  )
}

/** Marks a challenge as used. Of concurrent callers exactly one gets true. */
export async function consumeWebauthnChallenge(
  tx: Db,
  challenge: string,
  now: number,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('webauthn_challenges')
    .values({ challenge_hash: hashSecret(challenge), expires_at: now + challengeLifetimeMs })
    .onConflict((conflict) => conflict.doNothing())
    .returning('challenge_hash')
    .executeTakeFirst()
  return inserted !== undefined
}

function signatureInput(payload: Buffer, { purpose, browserId, userId }: ChallengeContext): string {
  return JSON.stringify([purpose, browserId, userId, payload.toString('base64url')])
}
