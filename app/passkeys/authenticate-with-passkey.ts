import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor, RequestOrigin, SessionActor } from '#app/platform/actor.ts'
import { flushFailedSignIns } from '#app/platform/auth/record-failed-sign-ins.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { confirmSession } from '#app/platform/sessions/sessions.ts'
import { startSession } from '#app/platform/sessions/start-session.ts'

import { passkeyCopiedNotice } from './notices.mail.ts'
import type { Assertion } from './passkey-forms.ts'
import {
  extractChallenge,
  type VerifiedAssertion,
  verifyAssertion,
} from './verify-webauthn-response.ts'
import {
  verifyChallenge,
  type ChallengeContext,
  consumeWebauthnChallenge,
} from './webauthn-challenges.ts'
import {
  challengeExpired,
  type RelyingParty,
  UnknownPasskey,
  verificationFailed,
} from './webauthn.ts'

interface FlowContext {
  challengeContext: ChallengeContext
  party: RelyingParty
}

/**
 * Starts a session for the owner of a passkey. It counts as two factors: possession of the device, and the user verification
 * (biometrics or PIN) that the device has just done.
 */
export async function signInWithPasskey(
  context: ActionContext,
  origin: RequestOrigin,
  { credential, remember }: { credential: Assertion; remember: boolean },
  flow: FlowContext,
): Promise<{ secret: string }> {
  const passkey = await findPasskey(context.db, credential)
  const actor = { ...origin, userId: passkey.user_id, sessionId: null }
  return verifyPasskey(context, { ...flow, passkey, assertion: credential, actor }, async (tx) => {
    await flushFailedSignIns(tx, passkey.user_id, origin)
    return startSession(tx, context, {
      ...origin,
      userId: passkey.user_id,
      method: 'passkey',
      remembered: remember,
    })
  })
}

/** Confirms the user of the current session. @returns the session's new secret */
export async function confirmWithPasskey(
  context: ActionContext,
  actor: SessionActor,
  assertion: Assertion,
  flow: FlowContext,
): Promise<{ secret: string }> {
  const passkey = await findPasskey(context.db, assertion)
  if (passkey.user_id !== actor.userId) throw verificationFailed()
  const verification = { ...flow, passkey, assertion, actor }
  return verifyPasskey(context, verification, (tx) => confirmSession(tx, actor, 'passkey'))
}

/**
 * Verifies the passkey or security key of a sign-in that passed its first factor. User verification is not required: the
 * password or the provider is the other factor.
 *
 * @param actor  the account of the sign-in
 */
export async function verifySecondFactor<T>(
  context: ActionContext,
  actor: Actor,
  assertion: Assertion,
  { onVerified, ...flow }: FlowContext & { onVerified: (tx: Tx) => Promise<T> },
): Promise<T> {
  const passkey = await findPasskey(context.db, assertion)
  if (passkey.user_id !== actor.userId) throw verificationFailed()
  return verifyPasskey(context, { ...flow, passkey, assertion, actor }, onVerified)
}

interface Passkey {
  id: string
  user_id: string
  name: string
  public_key: string
  second_factor_only: number
  /** The WebAuthn user handle of the account. */
  handle: string
}

/** @throws UnknownPasskey */
async function findPasskey(db: Db, { id }: Assertion): Promise<Passkey> {
  const passkey = await db
    .selectFrom('passkeys')
    .innerJoin('passkey_owners', 'passkey_owners.user_id', 'passkeys.user_id')
    .select(['passkeys.id', 'passkeys.user_id', 'name', 'public_key', 'second_factor_only'])
    .select('handle')
    .where('credential_id', '=', id)
    .executeTakeFirst()
  if (!passkey) throw new UnknownPasskey()
  return passkey
}

interface PasskeyVerification extends FlowContext {
  passkey: Passkey
  assertion: Assertion
  /** The passkey's owner; a copy alarm is recorded for this account. */
  actor: Actor
}

/**
 * Verifies an assertion, then consumes the challenge and runs `onVerified` in one transaction.
 *
 * @throws ValidationError when verification fails, the challenge has expired, or the counter went back
 */
async function verifyPasskey<T>(
  context: ActionContext,
  { passkey, assertion, challengeContext, party, actor }: PasskeyVerification,
  onVerified: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { db, keys, now } = context
  const challenge = await extractChallenge(assertion)
  if (!verifyChallenge(keys, challenge, challengeContext, now)) throw challengeExpired()
  const isSecondFactor = challengeContext.purpose === 'second-factor'
  const requireUserVerification = !isSecondFactor
  const expectation = { challenge, party, requireUserVerification }
  const verifiedAssertion = await verifyAssertion(assertion, passkey.public_key, expectation)
  // Sign-in identifies the account by the user handle; with a known account the handle is optional.
  const { userHandle } = assertion.response
  if (challengeContext.userId === null && !userHandle) throw verificationFailed()
  if (userHandle && userHandle !== passkey.handle) throw verificationFailed()
  if (passkey.second_factor_only === 1 && !isSecondFactor)
    throw new ValidationError({ credential: secondFactorOnlyMessage })

  const result = await inTransaction(db, async (tx) => {
    await lockAccountRow(tx, passkey.user_id)
    if (!(await consumeWebauthnChallenge(tx, challenge, now))) throw challengeExpired()
    if (await updateCounter(tx, passkey, verifiedAssertion, now))
      return { value: await onVerified(tx) }
    if (!(await exists(tx, passkey))) throw new UnknownPasskey()
    await reportPossibleCopy(context, tx, actor, passkey)
    return null
  })
  // Thrown after the transaction, so that the alarm is committed.
  if (!result) throw new ValidationError({ credential: possibleCopyMessage })
  return result.value
}

const possibleCopyMessage =
  'This passkey may have been copied, so we rejected it. Sign in another way, remove it and add a new one.'

const secondFactorOnlyMessage =
  'This security key works after your password only. Sign in with your password first.'

/** False when it has been removed meanwhile. */
async function exists(tx: Tx, { id }: Passkey): Promise<boolean> {
  const found = await tx.selectFrom('passkeys').select('id').where('id', '=', id).executeTakeFirst()
  return found !== undefined
}

/** @returns false when a counting authenticator did not advance its counter: a copy has been used */
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
    .where((eb) => (counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', counter)))
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
