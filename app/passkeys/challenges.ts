import type { Db } from '#app/platform/db/connect.ts'
import { minute } from '#app/platform/durations.ts'
import type { Keyring } from '#app/platform/keys.ts'
import { randomPooled } from '#app/platform/random.ts'
import { hashSecret } from '#app/platform/secrets.ts'

/** What a challenge is for. One made for one use, browser or account is worth nothing for another. */
export interface Use {
  purpose: 'login' | 'confirm' | 'registration'
  /** The session's id, or for someone who is not signed in the id in the guest's cookie. */
  browser: string
  /** Null while nobody is known. */
  userId: string | null
}

const lifeMs = 5 * minute
const nonceBytes = 16
const timeBytes = 6

/**
 * Makes a challenge that we know again without having kept it: a nonce, its end, and our signature over both and over its
 * use. Asking for one writes nothing, so a crawler on the sign-in page fills no table.
 *
 * @returns 54 bytes as base64url
 */
export function newChallenge(keys: Keyring, use: Use, now: number): string {
  const head = Buffer.alloc(nonceBytes + timeBytes)
  randomPooled(nonceBytes).copy(head)
  head.writeUIntBE(now + lifeMs, nonceBytes, timeBytes)
  const signature = keys.sign('webauthn-challenge', signedText(head, use))
  return Buffer.concat([head, Buffer.from(signature, 'base64url')]).toString('base64url')
}

/** Whether we made the challenge for this use and it has not run out. Whether it was answered before, only `useUp` knows. */
export function isOurs(keys: Keyring, challenge: string, use: Use, now: number): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length <= nonceBytes + timeBytes || bytes.toString('base64url') !== challenge) {
    return false
  }
  const head = bytes.subarray(0, nonceBytes + timeBytes)
  const signature = bytes.subarray(head.length).toString('base64url')
  return (
    keys.verify('webauthn-challenge', signedText(head, use), signature) &&
    head.readUIntBE(nonceBytes, timeBytes) > now
  )
}

/** Marks a challenge as answered: of all who try, at whatever moment, one gets true. */
export async function useUp(tx: Db, challenge: string, now: number): Promise<boolean> {
  const marked = await tx
    .insertInto('webauthn_challenges')
    .values({ challenge_hash: hashSecret(challenge), expires_at: now + lifeMs })
    .onConflict((conflict) => conflict.doNothing())
    .returning('challenge_hash')
    .executeTakeFirst()
  return marked !== undefined
}

function signedText(head: Buffer, { purpose, browser, userId }: Use): string {
  return JSON.stringify([purpose, browser, userId, head.toString('base64url')])
}
