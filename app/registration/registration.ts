import type { LegalVersions } from '#app/legal/legal.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import { emailOwner } from '#app/platform/auth/email-owner.ts'
import { linkLifetimeMs } from '#app/platform/auth/limits.ts'
import { type CodeRequester, issueCodeFor } from '#app/platform/auth/mailed-codes.ts'
import {
  findToken,
  formatLink,
  issueToken,
  type MailLink,
  type OneTimeToken,
} from '#app/platform/auth/one-time-tokens.ts'
import { hashPassword } from '#app/platform/auth/password-hash.ts'
import { rejectRequiredProviderDomain } from '#app/platform/auth/required-provider.ts'
import { newSecret } from '#app/platform/crypto/secret-tokens.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { storedLocale } from '#app/platform/i18n/translations.ts'
import { maySendMail } from '#app/platform/mail/mail-rate-limits.ts'
import { inLanguageOf, recipientOf } from '#app/platform/mail/mail-writer.ts'
import { registrationChannel } from '#app/platform/realtime/channel-names.ts'
import { route } from '#app/platform/route.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { alreadyRegisteredMail } from './already-registered.mail.ts'
import { confirmRegistrationMail } from './confirm-registration.mail.ts'
import { parsePending, type PendingRegistration } from './pending-registration.ts'
import type { RegisterInput } from './register-form.ts'

export { alreadyRegisteredMail } from './already-registered.mail.ts'
export { completeRegistration } from './complete-registration.ts'
export {
  type InvitedAccount,
  invitedPage,
  registerInvited,
  requireInvitedForm,
} from './invited-registration.ts'
export { createAccountAndSignIn } from './create-account.ts'
export { invitationForm, invitationPasskeyForm } from './register-form.ts'

/** The registering browser's guest session data. */
export interface RegistrationCookie {
  /** Id of the newest mailed link. */
  id: string
  email: string
  /** Expiry of the newest link, Unix milliseconds. */
  endsAt: number
  /** Whether the account gets a passkey instead of a password. */
  withPasskey?: boolean
}

/**
 * Stores a pending registration and mails a confirmation link. No account exists until the address is confirmed, which
 * prevents pre-hijacking. An address with an account gets a different mail; work, timing and response are the same.
 *
 * @param requester  the browser, if its mail gets a code beside the link
 * @param isBot  a program seems to have sent the form: no mail is sent unless it is requested again
 */
export async function register(
  context: ActionContext,
  form: Pick<RegisterInput, 'name' | 'email' | 'password'>,
  versions: LegalVersions,
  { requester, isBot }: { requester: CodeRequester | null; isBot: boolean },
): Promise<{ registration: RegistrationCookie; waitingOn: string }> {
  const { name, email } = form
  rejectRequiredProviderDomain(email, context.config)
  const password_hash = form.password === null ? null : await hashPassword(form.password)
  const { translator } = context.mailWriter
  const locale = storedLocale(translator.locale)
  const channelSecret = newSecret()
  const pending = {
    name,
    email,
    password_hash,
    locale,
    waiting: channelSecret,
    ...versions,
    ...(password_hash === null && { passkeyHandle: newSecret() }),
  }
  const registration = await storeAndMail(context, pending, { mailed: null, requester, isBot })
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
  requester: CodeRequester | null,
): Promise<RegistrationCookie | null> {
  const { db, keys, now } = context
  const token = await findToken(db, keys, { id, purpose: 'registration', now })
  return token
    ? storeAndMail(context, parsePending(token), { mailed: token, requester, isBot: false })
    : null
}

interface Mailing {
  /** The link of the last mail; null for the first one. */
  mailed: OneTimeToken | null
  requester: CodeRequester | null
  isBot: boolean
}

async function storeAndMail(
  { db, keys, mailWriter, limits, now }: ActionContext,
  pending: PendingRegistration,
  { mailed, requester, isBot }: Mailing,
): Promise<RegistrationCookie> {
  const key = emailKey(pending.email)
  const maySend = (await maySendMail(limits, { to: key, userId: null })) && !isBot
  // Without another mail, the last one must stay the newest.
  const cookie = { email: pending.email, withPasskey: pending.passkeyHandle !== undefined }
  if (mailed && !maySend) return { ...cookie, id: mailed.id, endsAt: mailed.expiresAt }

  return inTransaction(db, async (tx) => {
    const owner = await emailOwner(tx, key)
    const { id, secret } = await issueToken(tx, keys, {
      purpose: 'registration',
      userId: null,
      emailKey: key,
      payload: JSON.stringify(pending),
      ttlMs: linkLifetimeMs,
      now,
    })
    const code = await issueCodeFor(requester, tx, keys, {
      purpose: 'email-verification',
      userId: null,
      emailKey: key,
      payload: formatLink({ id, secret }),
      now,
    })
    const mail = owner
      ? alreadyRegisteredMail(inLanguageOf(mailWriter, owner.locale))
      : confirmRegistrationMail(mailWriter, verificationPath({ id, secret }), code)
    const recipient = recipientOf(owner ?? pending)
    await (maySend ? mailWriter.send(tx, recipient, mail) : mailWriter.drop(tx, recipient, mail))
    return { ...cookie, id, endsAt: now + linkLifetimeMs }
  })
}

function verificationPath({ id, secret }: MailLink): string {
  return route('verification.verify', { id, hash: secret })
}

/** Returns the registration of a mailed link; null for an unknown, used or expired link, or a revoked invitation. */
export async function findRegistration(
  { db, keys, now }: Omit<ActionContext, 'mailWriter'>,
  link: MailLink,
): Promise<PendingRegistration | null> {
  const token = await findToken(db, keys, { ...link, purpose: 'registration', now })
  if (!token) return null
  // The first confirmed registration of an address gets the account; links of the others stop working.
  const owner = await emailOwner(db, token.emailKey)
  if (owner) return null
  const pending = parsePending(token)
  const { invitation } = pending
  const isRevoked =
    invitation && !(await findToken(db, keys, { ...invitation, purpose: 'invitation', now }))
  return isRevoked ? null : pending
}
