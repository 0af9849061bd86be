import {
  type Attestation,
  type RegistrationFlow,
  storeFirstPasskey,
  verifyNewPasskey,
} from '#app/passkeys/passkeys.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin, SessionActor } from '#app/platform/actor.ts'
import {
  consumeToken,
  findToken,
  type MailLink,
  type OneTimeToken,
  revokeTokensForAddress,
} from '#app/platform/auth/one-time-tokens.ts'
import { passwordMatches } from '#app/platform/auth/password-hash.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone, NotFound, ValidationError } from '#app/platform/errors.ts'
import { broadcast } from '#app/platform/realtime/broadcast.ts'
import { registrationChannel } from '#app/platform/realtime/channel-names.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { createAccountAndSignIn } from './create-account.ts'
import { parsePending, type PendingRegistration } from './pending-registration.ts'

const purpose = 'registration'

interface RegistrationProof {
  link: MailLink
  /** This browser's current session. */
  replacedSession: SessionActor | null
}

/**
 * Creates the account, once, and signs the user in.
 *
 * In the browser that registered, the link is enough. Any other browser must enter the password of the registration:
 * otherwise a stranger could register your address and have you confirm an account that they can open (pre-hijacking).
 *
 * @param password  null in the browser that registered
 * @throws Gone when the link is used or expired, or the address has an account by now; NotFound for a passkey registration
 */
export async function completeRegistration(
  context: ActionContext,
  origin: RequestOrigin,
  { password, ...proof }: RegistrationProof & { password: string | null },
): Promise<{ secret: string }> {
  const pending = await requirePending(context, proof.link)
  if (pending.password_hash === null) throw new NotFound()
  if (password !== null && !(await passwordMatches(password, pending.password_hash))) {
    throw new ValidationError({
      password: "That password isn't right. Enter the one you chose when you signed up.",
    })
  }
  return inTransaction(context.db, (tx) => openPending(tx, context, origin, { ...proof, pending }))
}

/**
 * The same with the first passkey in place of a password. It is created in the browser that opened the link, whichever that
 * is, so a stranger who registers your address leaves nothing behind that opens the account. A registration with a password
 * cannot be completed like this: the stranger's password would stay.
 *
 * @throws Gone, NotFound for a registration with a password, ValidationError for the passkey
 */
export async function completeRegistrationWithPasskey(
  context: ActionContext,
  origin: RequestOrigin,
  { credential, name, flow, hasAgreed, ...proof }: RegistrationProof & FirstPasskey,
): Promise<{ secret: string }> {
  const pending = await requirePending(context, proof.link)
  const { passkeyHandle: handle } = pending
  if (handle === undefined) throw new NotFound()
  const passkey = await verifyNewPasskey(context, credential, flow)
  const agreed = hasAgreed ? pending : { ...pending, terms: null, policy: null }

  return inTransaction(context.db, async (tx) => {
    const opened = await openPending(tx, context, origin, { ...proof, pending: agreed })
    await storeFirstPasskey(tx, opened.actor, passkey, { name, handle })
    return opened
  })
}

interface FirstPasskey {
  credential: Attestation
  name: string
  flow: RegistrationFlow
  /** Whether the person has accepted the terms in this browser; otherwise the next page asks. */
  hasAgreed: boolean
}

async function requirePending(
  { db, keys, now }: ActionContext,
  link: MailLink,
): Promise<PendingRegistration> {
  const token = await findToken(db, keys, { ...link, purpose, now })
  if (!token) throw new Gone()
  return parsePending(token)
}

async function openPending(
  tx: Tx,
  context: ActionContext,
  origin: RequestOrigin,
  { link, pending, replacedSession }: RegistrationProof & { pending: PendingRegistration },
) {
  const { keys, now } = context
  if (!(await consumeToken(tx, { ...link, purpose, now }))) throw new Gone()
  const { invitation } = pending
  if (invitation && !(await consumeToken(tx, { ...invitation, purpose: 'invitation', now })))
    throw new Gone()
  const opened = await createAccountAndSignIn(tx, context, origin, {
    account: pending,
    replacedSession,
  })

  const { waiting: channelSecret } = pending
  if (channelSecret) {
    // The waiting browser checks its newest token only, whichever link was used.
    const sameAddress = { emailKey: emailKey(pending.email), purpose, now } as const
    const isSameBrowser = (other: OneTimeToken) => parsePending(other).waiting === channelSecret
    await revokeTokensForAddress(tx, keys, sameAddress, isSameBrowser)
    const channel = registrationChannel(channelSecret)
    await broadcast(tx, { channel, sequence: 1, name: 'registration.confirmed', data: {} }, now)
  }
  return opened
}
