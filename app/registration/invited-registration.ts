import type { LegalVersions } from '#app/legal/legal.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import { linkLifetimeMs } from '#app/platform/auth/limits.ts'
import { issueToken, type MailLink } from '#app/platform/auth/one-time-tokens.ts'
import { newSecret } from '#app/platform/crypto/secret-tokens.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import type { PendingRegistration } from './pending-registration.ts'
import type { RegistrationCookie } from './registration.ts'

interface InvitedPerson {
  name: string
  email: string
  /** Consumed when the account is created. */
  invitation: MailLink
}

/** A registration with a passkey whose address an invitation has proved, so nothing is mailed. @returns its link */
export async function registerInvited(
  { db, keys, mailWriter, now }: ActionContext,
  person: InvitedPerson,
  versions: LegalVersions,
): Promise<{ link: MailLink; registration: RegistrationCookie }> {
  const { locale } = mailWriter.translator
  const { email } = person
  const pending: PendingRegistration = {
    ...person,
    ...versions,
    password_hash: null,
    locale: locale === 'en' ? null : locale,
    isInvited: true,
    passkeyHandle: newSecret(),
  }
  const link = await issueToken(db, keys, {
    purpose: 'registration',
    userId: null,
    emailKey: emailKey(email),
    payload: JSON.stringify(pending),
    ttlMs: linkLifetimeMs,
    now,
  })
  const endsAt = now + linkLifetimeMs
  return { link, registration: { id: link.id, email, endsAt, withPasskey: true } }
}
