import type { Keyring } from '#app/platform/crypto/keyring.ts'
import { pooledRandomBytes } from '#app/platform/crypto/random-pool.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { minute } from '#app/platform/lib/durations.ts'

/** What a challenge is for. One made for one use, browser or account is worth nothing for another. */
export interface ChallengeContext {
  purpose: 'login' | 'confirm' | 'registration'
  /** The session's id, or for someone who is not signed in the id in the guest's cookie. */
  browserId: string
  /** Null while nobody is known. */
  userId: string | null
}

const lifetimeMs = 5 * minute
const nonceBytes = 16
const expiryBytes = 6

/**
 * Makes a challenge that we know again without having kept it: a nonce, its end, and our signature over both and over its
 * use. Asking for one writes nothing, so a crawler on the sign-in page fills no table.
 *
 * @returns 54 bytes as base64url
 */
export function createChallenge(keys: Keyring, context: ChallengeContext, now: number): string {
  const payload = Buffer.alloc(nonceBytes + expiryBytes)
  pooledRandomBytes(nonceBytes).copy(payload)
  payload.writeUIntBE(now + lifetimeMs, nonceBytes, expiryBytes)
  const signature = keys.sign('webauthn-challenge', signatureInput(payload, context))
  return Buffer.concat([payload, Buffer.from(signature, 'base64url')]).toString('base64url')
}

/** Whether we made the challenge for this use and it has not run out. Whether it was answered before, only `useUp` knows. */
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

/** Marks a challenge as answered: of all who try, at whatever moment, one gets true. */
export async function consumeChallenge(tx: Db, challenge: string, now: number): Promise<boolean> {
  const inserted = await tx
    .insertInto('webauthn_challenges')
    .values({ challenge_hash: hashSecret(challenge), expires_at: now + lifetimeMs })
    .onConflict((conflict) => conflict.doNothing())
    .returning('challenge_hash')
    .executeTakeFirst()
  return inserted !== undefined
}

function signatureInput(payload: Buffer, { purpose, browserId, userId }: ChallengeContext): string {
  return JSON.stringify([purpose, browserId, userId, payload.toString('base64url')])
}
