import type { LegalVersions } from '#app/legal/legal.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin, SessionActor } from '#app/platform/actor.ts'
import { createUserAccount } from '#app/platform/auth/create-user-account.ts'
import {
  consumeToken,
  findToken,
  issueToken,
  type MailLink,
  linkLifetimeMs,
  revokeTokensForAddress,
} from '#app/platform/auth/one-time-tokens.ts'
import { hashPassword, passwordMatches } from '#app/platform/auth/password-hash.ts'
import { newSecret } from '#app/platform/crypto/secret-tokens.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone, ValidationError } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { broadcast, type BroadcastMessage } from '#app/platform/realtime/broadcast.ts'
import { registrationChannel } from '#app/platform/realtime/channel-names.ts'
import { route } from '#app/platform/route.ts'
import { endSession, startSession } from '#app/platform/sessions/sessions.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { alreadyRegisteredMail } from './already-registered.mail.ts'
import { confirmRegistrationMail } from './confirm-registration.mail.ts'
import type { RegisterInput } from './register-form.ts'

/** A registration that waits for its address to be proved. */
export interface PendingRegistration extends LegalVersions {
  name: string
  email: string
  password_hash: string
  /** The language they registered in; null for English, which is also what anyone else gets. */
  locale: string | null
  /** Random: names the channel on which the browser hears that the address was proved elsewhere. Old ones have none. */
  waiting?: string
}

/** What the browser that registered remembers of it. */
export interface RegistrationCookie {
  /** Of the newest link that was mailed. */
  id: string
  email: string
  /** Of the newest link; Unix milliseconds. */
  endsAt: number
}

/**
 * Keeps a registration until its address is proved, and mails the address. There is no account yet, so nobody can
 * take a place that is not theirs. An address that has an account gets a different mail; the work, the time and the
 * answer are the same.
 */
export async function register(
  context: ActionContext,
  form: Pick<RegisterInput, 'name' | 'email' | 'password'>,
  versions: LegalVersions,
): Promise<{ registration: RegistrationCookie; waitingOn: string }> {
  const { name, email } = form
  const password_hash = await hashPassword(form.password)
  const locale =
    context.mailWriter.translator.locale === 'en' ? null : context.mailWriter.translator.locale
  const channelSecret = newSecret()
  const pending = { name, email, password_hash, locale, waiting: channelSecret, ...versions }
  const id = await storeAndMail(context, pending)
  const registration = { id, email, endsAt: context.now + linkLifetimeMs }
  return { registration, waitingOn: registrationChannel(channelSecret) }
}

/** Whether the newest link of a registration was followed: it is gone before its time. */
export async function isRegistrationConfirmed(
  { db, keys, now }: Pick<ActionContext, 'db' | 'keys' | 'now'>,
  { id, endsAt }: RegistrationCookie,
): Promise<boolean> {
  return now < endsAt && !(await findToken(db, keys, { id, purpose: 'registration', now }))
}

/** Sends the mail of a registration once more. The older link keeps its own hour. */
export async function resendRegistrationMail(
  context: ActionContext,
  id: string,
): Promise<string | null> {
  const token = await findToken(context.db, context.keys, {
    id,
    purpose: 'registration',
    now: context.now,
  })
  return token ? storeAndMail(context, parsePending(token)) : null
}

async function storeAndMail(
  { db, keys, mailWriter, now }: ActionContext,
  pending: PendingRegistration,
): Promise<string> {
  const key = emailKey(pending.email)

  return inTransaction(db, async (tx) => {
    const owner = await tx
      .selectFrom('users')
      .select(['name', 'email', 'locale'])
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
    const path = route('verification.verify', { id, hash: secret })
    const mail = owner
      ? alreadyRegisteredMail({ ...mailWriter, translator: mailWriter.translatorFor(owner.locale) })
      : confirmRegistrationMail(mailWriter, path)
    await mailWriter.send(tx, owner ?? pending, mail)
    return id
  })
}

/** The registration that a mail's link belongs to; null when it was used, has run out, or never was. */
export async function findRegistration(
  { db, keys, now }: Omit<ActionContext, 'mailWriter'>,
  link: MailLink,
): Promise<{ email: string } | null> {
  const token = await findToken(db, keys, { ...link, purpose: 'registration', now })
  if (!token) return null
  // Of two registrations with one address the first to be confirmed has the account; the other's link is used up with it.
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', token.emailKey)
    .executeTakeFirst()
  return owner ? null : parsePending(token)
}

/**
 * Makes the account, once, and signs its owner in.
 *
 * Whoever opens the link in the browser that registered has shown all there is to show. Anywhere else the password of the
 * registration is asked for: otherwise a stranger could register your address and have you open their account for them.
 *
 * @throws Gone when the link was used or has run out, or the address has an account by now
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
      password: 'That is not the password you chose when you registered.',
    })
  }

  return inTransaction(db, async (tx) => {
    const isConsumed = await consumeToken(tx, { ...link, purpose: 'registration', now })
    const account = { ...pending, isVerified: true }
    const userId = isConsumed ? await createUserAccount(tx, origin, account) : null
    if (!userId) throw new Gone()

    const actor = { ...origin, userId, sessionId: null }
    const { waiting: channelSecret } = pending
    if (channelSecret) {
      // The browser that waits looks at its newest mail only, whichever of them was followed.
      const sameAddress = { emailKey: token.emailKey, purpose: 'registration', now } as const
      await revokeTokensForAddress(
        tx,
        keys,
        sameAddress,
        (other) => parsePending(other).waiting === channelSecret,
      )
      await broadcast(tx, confirmedMessage(channelSecret), now)
    }
    await recordEvent(tx, actor, 'terms.accepted', { document: 'terms', version: pending.terms })
    await recordEvent(tx, actor, 'terms.accepted', { document: 'policy', version: pending.policy })
    if (replacedSession) {
      const endReason = { by: 'person', why: 'replaced' } as const
      await endSession(tx, replacedSession, replacedSession.sessionId, endReason)
    }
    return startSession(tx, context, {
      ...origin,
      userId,
      method: 'registration',
      remembered: false,
    })
  })
}

interface RegistrationProof {
  link: MailLink
  /** Null where the browser itself is the proof. */
  password: string | null
  /** Who was signed in in this browser until now. */
  replacedSession: SessionActor | null
}

function confirmedMessage(channelSecret: string): BroadcastMessage {
  const channel = registrationChannel(channelSecret)
  return { channel, sequence: 1, name: 'registration.confirmed', data: {} }
}

function parsePending({ payload }: { payload: string | null }): PendingRegistration {
  return JSON.parse(payload ?? '')
}
