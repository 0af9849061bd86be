import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'

import { verifyChallenge, type ChallengeContext, consumeChallenge } from './challenges.ts'
import { challengeExpired, verificationFailed, UnknownPasskey } from './errors.ts'
import { passkeyCopiedNotice } from './notices.mail.ts'
import type { Assertion } from './passkey-forms.ts'
import type { RelyingParty } from './relying-party.ts'
import { extractChallenge, type VerifiedAssertion, verifyAssertion } from './verify-assertion.ts'

export interface Passkey {
  id: string
  user_id: string
  name: string
  public_key: string
  /** What its authenticator knows the account by. */
  handle: string
}

/** The passkey that made an assertion. @throws UnknownPasskey */
export async function findPasskey(db: Db, { id }: Assertion): Promise<Passkey> {
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
export async function verifyPasskey<T>(
  context: ActionContext,
  { passkey, assertion, challengeContext, party, actor }: PasskeyVerification,
  onVerified: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { db, keys, now } = context
  const challenge = await extractChallenge(assertion)
  if (!verifyChallenge(keys, challenge, challengeContext, now)) throw challengeExpired()
  const verifiedAssertion = await verifyAssertion(assertion, challenge, party, passkey.public_key)
  // Someone without a name comes by what the authenticator calls them; with a name it may be silent.
  const { userHandle } = assertion.response
  if (challengeContext.userId === null && !userHandle) throw verificationFailed()
  if (userHandle && userHandle !== passkey.handle) throw verificationFailed()

  const result = await inTransaction(db, async (tx) => {
    if (!(await consumeChallenge(tx, challenge, now))) throw challengeExpired()
    if (await updateCounter(tx, passkey, verifiedAssertion, now))
      return { value: await onVerified(tx) }
    await reportPossibleCopy(context, tx, actor, passkey)
    return null
  })
  // The alarm stays, so it is no failure of the transaction.
  if (!result) throw new ValidationError({ credential: possibleCopyMessage })
  return result.value
}

interface PasskeyVerification {
  passkey: Passkey
  assertion: Assertion
  challengeContext: ChallengeContext
  party: RelyingParty
  /** Whom an alarm is recorded for: the passkey's owner. */
  actor: Actor
}

const possibleCopyMessage =
  'This passkey may have been copied, so it was refused. Sign in another way, remove it, and add a new one.'

/** @returns false when the authenticator counts, and did not count on: a copy of it has been used */
async function updateCounter(
  tx: Tx,
  passkey: Passkey,
  verifiedAssertion: VerifiedAssertion,
  now: number,
): Promise<boolean> {
  const { counter, synced } = verifiedAssertion
  const updated = await tx
    .updateTable('passkeys')
    .set({ counter, synced: synced ? 1 : 0, last_used_at: now })
    .where('id', '=', passkey.id)
    .where((it) => (counter === 0 ? it('counter', '=', 0) : it('counter', '<', counter)))
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

async function reportPossibleCopy(
  context: ActionContext,
  tx: Tx,
  actor: Actor,
  { id, name }: Passkey,
): Promise<void> {
  await recordEvent(tx, actor, 'passkey.refused', { passkey: id, name, reason: 'counter' })
  await sendSecurityNotice(tx, context, actor, passkeyCopiedNotice(name))
}
