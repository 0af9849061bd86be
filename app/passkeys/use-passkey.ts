import type { Account } from '#app/platform/account.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Invalid } from '#app/platform/errors.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import type { Means } from '#app/platform/post.ts'
import { record } from '#app/platform/record.ts'

import { isOurs, type Use, useUp } from './challenges.ts'
import type { Assertion } from './credential-form.ts'
import { passkeyCopiedNotice } from './notices.mail.ts'
import { challengeIn, type Proof, readAssertion } from './read-assertion.ts'
import { challengeIsOver, notProved, UnknownPasskey } from './refusals.ts'
import type { RelyingParty } from './relying-party.ts'

export interface Passkey {
  id: string
  user_id: string
  name: string
  public_key: string
  /** What its authenticator knows the account by. */
  handle: string
}

/** The passkey that made an assertion. @throws UnknownPasskey */
export async function passkeyOf(db: Db, { id }: Assertion): Promise<Passkey> {
  const passkey = await db
    .selectFrom('passkeys')
    .innerJoin('passkey_owners', 'passkey_owners.user_id', 'passkeys.user_id')
    .select(['passkeys.id', 'passkeys.user_id', 'name', 'public_key', 'handle'])
    .where('credential_id', '=', id)
    .executeTakeFirst()
  if (!passkey) throw new UnknownPasskey()
  return passkey
}

/**
 * Proves that a passkey was used here and now, then does what that allows, in one transaction with using the challenge up.
 *
 * @throws Invalid when it is not proved, the challenge is over, or the counter went back
 */
export async function usePasskey<T>(
  means: Means,
  { passkey, assertion, use, party, account }: Using,
  then: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { db, keys, now } = means
  const challenge = await challengeIn(assertion)
  if (!isOurs(keys, challenge, use, now)) throw challengeIsOver()
  const proof = await readAssertion(assertion, challenge, party, passkey.public_key)
  // Someone without a name comes by what the authenticator calls them; with a name it may be silent.
  const { userHandle } = assertion.response
  if (use.userId === null && !userHandle) throw notProved()
  if (userHandle && userHandle !== passkey.handle) throw notProved()

  const result = await inTransaction(db, async (tx) => {
    if (!(await useUp(tx, challenge, now))) throw challengeIsOver()
    if (await noteUse(tx, passkey, proof, now)) return { done: await then(tx) }
    await alarm(means, tx, account, passkey)
    return null
  })
  // The alarm stays, so it is no failure of the transaction.
  if (!result) throw new Invalid({ credential: wentBack })
  return result.done
}

interface Using {
  passkey: Passkey
  assertion: Assertion
  use: Use
  party: RelyingParty
  /** Whom an alarm is recorded for: the passkey's owner. */
  account: Account
}

const wentBack =
  'This passkey may have been copied, so it was refused. Sign in another way, remove it, and add a new one.'

/** @returns false when the authenticator counts, and did not count on: a copy of it has been used */
async function noteUse(tx: Tx, passkey: Passkey, proof: Proof, now: number): Promise<boolean> {
  const { counter, synced } = proof
  const noted = await tx
    .updateTable('passkeys')
    .set({ counter, synced: synced ? 1 : 0, last_used_at: now })
    .where('id', '=', passkey.id)
    .where((it) => (counter === 0 ? it('counter', '=', 0) : it('counter', '<', counter)))
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

async function alarm(means: Means, tx: Tx, account: Account, { id, name }: Passkey): Promise<void> {
  await record(tx, account, 'passkey.refused', { passkey: id, name, reason: 'counter' })
  await sendSecurityNotice(tx, means, account, passkeyCopiedNotice(name))
}
