import type { Versions } from '#app/legal/legal.ts'
import type { Origin, SessionAccount } from '#app/platform/account.ts'
import { broadcast, type Message } from '#app/platform/broadcast/broadcast.ts'
import { channelOfRegistration } from '#app/platform/broadcast/channel-names.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { emailKey } from '#app/platform/email-address.ts'
import { Gone, Invalid } from '#app/platform/errors.ts'
import { newAccount } from '#app/platform/new-account.ts'
import {
  consumeToken,
  findToken,
  issueToken,
  type Link,
  linkLifeMs,
  voidTokensAt,
} from '#app/platform/one-time-tokens.ts'
import { hashPassword, passwordMatches } from '#app/platform/password-hash.ts'
import type { Means } from '#app/platform/post.ts'
import { record } from '#app/platform/record.ts'
import { route } from '#app/platform/route.ts'
import { newSecret } from '#app/platform/secrets.ts'
import { endSession, startSession } from '#app/platform/sessions.ts'

import { alreadyRegisteredMail } from './already-registered.mail.ts'
import { confirmRegistrationMail } from './confirm-registration.mail.ts'
import type { Register } from './register-form.ts'

/** A registration that waits for its address to be proved. */
export interface Pending extends Versions {
  name: string
  email: string
  password_hash: string
  /** The language they registered in; null for English, which is also what anyone else gets. */
  locale: string | null
  /** Random: names the channel on which the browser hears that the address was proved elsewhere. Old ones have none. */
  waiting?: string
}

/** What the browser that registered remembers of it. */
export interface Registering {
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
  means: Means,
  form: Pick<Register, 'name' | 'email' | 'password'>,
  versions: Versions,
): Promise<{ registration: Registering; waitingOn: string }> {
  const { name, email } = form
  const password_hash = await hashPassword(form.password)
  const locale = means.post.text.locale === 'en' ? null : means.post.text.locale
  const waiting = newSecret()
  const pending = { name, email, password_hash, locale, waiting, ...versions }
  const id = await keep(means, pending)
  const registration = { id, email, endsAt: means.now + linkLifeMs }
  return { registration, waitingOn: channelOfRegistration(waiting) }
}

/** Whether the newest link of a registration was followed: it is gone before its time. */
export async function isConfirmed(
  { db, keys, now }: Pick<Means, 'db' | 'keys' | 'now'>,
  { id, endsAt }: Registering,
): Promise<boolean> {
  return now < endsAt && !(await findToken(db, keys, { id, purpose: 'registration', now }))
}

/** Sends the mail of a registration once more. The older link keeps its own hour. */
export async function resend(means: Means, id: string): Promise<string | null> {
  const token = await findToken(means.db, means.keys, {
    id,
    purpose: 'registration',
    now: means.now,
  })
  return token ? keep(means, pendingOf(token)) : null
}

async function keep({ db, keys, post, now }: Means, pending: Pending): Promise<string> {
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
      ttlMs: linkLifeMs,
      now,
    })
    const path = route('verification.verify', { id, hash: secret })
    const letter = owner
      ? alreadyRegisteredMail({ ...post, text: post.textFor(owner.locale) })
      : confirmRegistrationMail(post, path)
    await post.send(tx, owner ?? pending, letter)
    return id
  })
}

/** The registration that a mail's link belongs to; null when it was used, has run out, or never was. */
export async function registrationOf(
  { db, keys, now }: Omit<Means, 'post'>,
  link: Link,
): Promise<{ email: string } | null> {
  const token = await findToken(db, keys, { ...link, purpose: 'registration', now })
  if (!token) return null
  // Of two registrations with one address the first to be confirmed has the account; the other's link is used up with it.
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', token.emailKey)
    .executeTakeFirst()
  return owner ? null : pendingOf(token)
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
  means: Means,
  origin: Origin,
  { link, password, replaced }: Proof,
): Promise<{ secret: string }> {
  const { db, keys, now } = means
  const token = await findToken(db, keys, { ...link, purpose: 'registration', now })
  if (!token) throw new Gone()
  const pending = pendingOf(token)
  if (password !== null && !(await passwordMatches(password, pending.password_hash))) {
    throw new Invalid({ password: 'That is not the password you chose when you registered.' })
  }

  return inTransaction(db, async (tx) => {
    const isOurs = await consumeToken(tx, { ...link, purpose: 'registration', now })
    const person = { ...pending, isVerified: true }
    const userId = isOurs ? await newAccount(tx, origin, person) : null
    if (!userId) throw new Gone()

    const account = { ...origin, userId, sessionId: null }
    const { waiting } = pending
    if (waiting) {
      // The browser that waits looks at its newest mail only, whichever of them was followed.
      const mailed = { emailKey: token.emailKey, purpose: 'registration', now } as const
      await voidTokensAt(tx, keys, mailed, (other) => pendingOf(other).waiting === waiting)
      await broadcast(tx, confirmed(waiting), now)
    }
    await record(tx, account, 'terms.accepted', { document: 'terms', version: pending.terms })
    await record(tx, account, 'terms.accepted', { document: 'policy', version: pending.policy })
    if (replaced) {
      const end = { by: 'person', why: 'replaced' } as const
      await endSession(tx, replaced, replaced.sessionId, end)
    }
    return startSession(tx, means, { ...origin, userId, method: 'registration', remembered: false })
  })
}

interface Proof {
  link: Link
  /** Null where the browser itself is the proof. */
  password: string | null
  /** Who was signed in in this browser until now. */
  replaced: SessionAccount | null
}

function confirmed(waiting: string): Message {
  const channel = channelOfRegistration(waiting)
  return { channel, sequence: 1, name: 'registration.confirmed', data: {} }
}

function pendingOf({ payload }: { payload: string | null }): Pending {
  return JSON.parse(payload ?? '')
}
