import type { LegalVersions } from '#app/legal/legal.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin, SessionActor } from '#app/platform/actor.ts'
import { linkLifetimeMs } from '#app/platform/auth/limits.ts'
import {
  consumeToken,
  findToken,
  issueToken,
  type MailLink,
  type OneTimeToken,
  revokeTokensForAddress,
} from '#app/platform/auth/one-time-tokens.ts'
import { hashPassword, passwordMatches } from '#app/platform/auth/password-hash.ts'
import { newSecret } from '#app/platform/crypto/secret-tokens.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone, ValidationError } from '#app/platform/errors.ts'
import { maySendMail } from '#app/platform/mail/mail-budget.ts'
import { recipientOf } from '#app/platform/mail/mail-writer.ts'
import { broadcast } from '#app/platform/realtime/broadcast.ts'
import { registrationChannel } from '#app/platform/realtime/channel-names.ts'
import { route } from '#app/platform/route.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { alreadyRegisteredMail } from './already-registered.mail.ts'
import { confirmRegistrationMail } from './confirm-registration.mail.ts'
import { type NewRegistration, openAccount } from './open-account.ts'
import type { RegisterInput } from './register-form.ts'

export { alreadyRegisteredMail } from './already-registered.mail.ts'
export { openAccount, type NewRegistration } from './open-account.ts'
export { invitationForm } from './register-form.ts'
export { withPasswordProblem } from './with-password-problem.ts'

/** A registration awaiting email confirmation; stored as the token's payload. */
export interface PendingRegistration extends NewRegistration {
  /** Random name of the channel that announces a confirmation on another device. Missing in old payloads. */
  waiting?: string
}

/** The registering browser's guest session data. */
export interface RegistrationCookie {
  /** Id of the newest mailed link. */
  id: string
  email: string
  /** Expiry of the newest link, Unix milliseconds. */
  endsAt: number
}

/**
 * Stores a pending registration and mails a confirmation link. No account exists until the address is confirmed, which
 * prevents pre-hijacking. An address with an account gets a different mail; work, timing and response are the same.
 *
 * @param isCaught  a trap for programs caught the form: no mail is sent, unless a person requests it again
 */
export async function register(
  context: ActionContext,
  form: Pick<RegisterInput, 'name' | 'email' | 'password'>,
  versions: LegalVersions,
  isCaught: boolean,
): Promise<{ registration: RegistrationCookie; waitingOn: string }> {
  const { name, email } = form
  const password_hash = await hashPassword(form.password)
  const { translator } = context.mailWriter
  const locale = translator.locale === 'en' ? null : translator.locale
  const channelSecret = newSecret()
  const pending = { name, email, password_hash, locale, waiting: channelSecret, ...versions }
  const registration = await storeAndMail(context, pending, { mailed: null, isCaught })
  return { registration, waitingOn: registrationChannel(channelSecret) }
}

/** Whether the newest link was used: its token is gone before its expiry. */
export async function isRegistrationConfirmed(
  { db, keys, now }: Pick<ActionContext, 'db' | 'keys' | 'now'>,
  { id, endsAt }: RegistrationCookie,
): Promise<boolean> {
  return now < endsAt && !(await findToken(db, keys, { id, purpose: 'registration', now }))
}

/** Sends another mail for a pending registration. Older links stay valid until they expire. */
export async function resendRegistrationMail(
  context: ActionContext,
  id: string,
): Promise<RegistrationCookie | null> {
  const { db, keys, now } = context
  const token = await findToken(db, keys, { id, purpose: 'registration', now })
  return token
    ? storeAndMail(context, parsePending(token), { mailed: token, isCaught: false })
    : null
}

async function storeAndMail(
  { db, keys, mailWriter, limits, now }: ActionContext,
  pending: PendingRegistration,
  { mailed, isCaught }: { mailed: OneTimeToken | null; isCaught: boolean },
): Promise<RegistrationCookie> {
  const key = emailKey(pending.email)
  const maySend = !isCaught && (await maySendMail(limits, { to: key, userId: null }))
  // Without another mail, the last one must stay the newest.
  if (mailed && !maySend) return { id: mailed.id, email: pending.email, endsAt: mailed.expiresAt }

  return inTransaction(db, async (tx) => {
    const owner = await tx
      .selectFrom('users')
      .select(['name', 'email', 'email_verified_at', 'locale'])
      .where('email_key', '=', key)
      .executeTakeFirst()
    const { id, secret } = await issueToken(tx, keys, {
      purpose: 'registration',
      userId: null,
      emailKey: key,
      payload: JSON.stringify(pending),
      ttlMs: linkLifetimeMs,
      now,
    })
    const mail = owner
      ? alreadyRegisteredMail({ ...mailWriter, translator: mailWriter.translatorFor(owner.locale) })
      : confirmRegistrationMail(mailWriter, route('verification.verify', { id, hash: secret }))
    if (maySend) await mailWriter.send(tx, recipientOf(owner ?? pending), mail)
    return { id, email: pending.email, endsAt: now + linkLifetimeMs }
  })
}

/** Returns the registration of a mailed link; null for an unknown, used or expired link. */
export async function findRegistration(
  { db, keys, now }: Omit<ActionContext, 'mailWriter'>,
  link: MailLink,
): Promise<{ email: string } | null> {
  const token = await findToken(db, keys, { ...link, purpose: 'registration', now })
  if (!token) return null
  // The first confirmed registration of an address gets the account; links of the others stop working.
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', token.emailKey)
    .executeTakeFirst()
  return owner ? null : parsePending(token)
}

/**
 * Creates the account, once, and signs the user in.
 *
 * In the browser that registered, the link is enough. Any other browser must enter the password of the registration:
 * otherwise a stranger could register your address and have you confirm an account that they can open (pre-hijacking).
 *
 * @throws Gone when the link is used or expired, or the address has an account by now
 */
export async function completeRegistration(
  context: ActionContext,
  origin: RequestOrigin,
  { link, password, replacedSession }: RegistrationProof,
): Promise<{ secret: string }> {
  const { db, keys, now } = context
  const token = await findToken(db, keys, { ...link, purpose: 'registration', now })
  if (!token) throw new Gone()
  const pending = parsePending(token)
  if (password !== null && !(await passwordMatches(password, pending.password_hash))) {
    throw new ValidationError({
      password: "That password isn't right. Enter the one you chose when you signed up.",
    })
  }

  return inTransaction(db, async (tx) => {
    if (!(await consumeToken(tx, { ...link, purpose: 'registration', now }))) throw new Gone()
    const session = await openAccount(tx, context, origin, { account: pending, replacedSession })

    const { waiting: channelSecret } = pending
    if (channelSecret) {
      // The waiting browser checks its newest token only, whichever link was used.
      const sameAddress = { emailKey: token.emailKey, purpose: 'registration', now } as const
      const isSameBrowser = (other: OneTimeToken) => parsePending(other).waiting === channelSecret
      await revokeTokensForAddress(tx, keys, sameAddress, isSameBrowser)
      const channel = registrationChannel(channelSecret)
      await broadcast(tx, { channel, sequence: 1, name: 'registration.confirmed', data: {} }, now)
    }
    return session
  })
}

interface RegistrationProof {
  link: MailLink
  /** Null in the browser that registered. */
  password: string | null
  /** This browser's current session. */
  replacedSession: SessionActor | null
}

export function parsePending({ payload }: Pick<OneTimeToken, 'payload'>): PendingRegistration {
  return JSON.parse(payload ?? '')
}
