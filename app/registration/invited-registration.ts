import {
  combinedVersion,
  documentVersions,
  type Legal,
  type LegalVersions,
  requireCurrentTerms,
} from '#app/legal/legal.ts'
import type { Pages } from '#app/pages.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import { linkLifetimeMs } from '#app/platform/auth/limits.ts'
import { issueToken, type MailLink } from '#app/platform/auth/one-time-tokens.ts'
import { passwordPolicy, requireStrongPassword } from '#app/platform/auth/password-rules.ts'
import { requiredProvider } from '#app/platform/auth/required-provider.ts'
import type { Config } from '#app/platform/config/config.ts'
import { newSecret } from '#app/platform/crypto/secret-tokens.ts'
import { storedLocale } from '#app/platform/i18n/translations.ts'
import { route } from '#app/platform/route.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'
import type { ProviderLink } from '#app/providers/pages.ts'

import type { NewRegistration } from './create-account.ts'
import type { PendingRegistration } from './pending-registration.ts'
import type { RegistrationCookie } from './registration.ts'
import { withPasswordProblem } from './with-password-problem.ts'

interface InvitedVisitor {
  email: string
  withPasskey: boolean
  /** Paths of the page with a password and of that with a passkey. Their forms have the same. */
  paths: { password: string; passkey: string }
  /** Empty while somebody is signed in: a sign-in at a provider is for guests. */
  providers: ProviderLink[]
}

/** The registration page of an invited person. An address of a required domain sees its provider only. */
export function invitedPage(
  config: Config,
  legal: Legal,
  { email, withPasskey, paths, providers }: InvitedVisitor,
): Pages['Auth/Register'] {
  const required = requiredProvider(email, config)
  return {
    passwordMinLength: config.passwordMinLength,
    withPasskey,
    termsVersion: combinedVersion(documentVersions(legal)),
    invitation: {
      email,
      action: withPasskey ? paths.passkey : paths.password,
      otherMethodUrl: withPasskey ? paths.password : paths.passkey,
      requiredProvider: required && {
        label: required.label,
        href: route('provider.login', { provider: required.id }),
      },
    },
    challenge: null,
    providers: required ? [] : providers,
  }
}

interface InvitedForm {
  body: { name: string; password: string; terms_version?: string | undefined }
  validationError?: Error | undefined
}

/** An account with a password, before it is hashed. */
export type InvitedAccount = Omit<NewRegistration, 'email' | 'password_hash'> & { password: string }

/** @throws ValidationError */
export async function requireInvitedForm(
  services: Parameters<typeof passwordPolicy>[0],
  { body, validationError }: InvitedForm,
  { email, locale, versions }: { email: string; locale: string; versions: LegalVersions },
): Promise<InvitedAccount> {
  const policy = passwordPolicy(services)
  if (validationError) throw await withPasswordProblem(validationError, { ...body, email }, policy)
  const { name, password, terms_version } = body
  requireCurrentTerms(terms_version ?? combinedVersion(versions), versions)
  await requireStrongPassword(password, { ...policy, name, email })
  return { name, password, locale: storedLocale(locale), ...versions }
}

interface InvitedPerson {
  form: { name: string; terms_version?: string | undefined }
  email: string
  /** Consumed when the account is created; null for one that the account accepts afterwards. */
  invitation: MailLink | null
}

/** A registration with a passkey whose address an invitation has proved, so nothing is mailed. @returns the path that creates the passkey */
export async function registerInvited(
  { db, keys, mailWriter, now }: ActionContext,
  { form, email, invitation }: InvitedPerson,
  versions: LegalVersions,
): Promise<{ path: string; registration: RegistrationCookie }> {
  requireCurrentTerms(form.terms_version ?? combinedVersion(versions), versions)
  const { locale } = mailWriter.translator
  const pending: PendingRegistration = {
    name: form.name,
    email,
    ...versions,
    password_hash: null,
    locale: storedLocale(locale),
    isInvited: true,
    passkeyHandle: newSecret(),
    ...(invitation && { invitation }),
  }
  const { id, secret } = await issueToken(db, keys, {
    purpose: 'registration',
    userId: null,
    emailKey: emailKey(email),
    payload: JSON.stringify(pending),
    ttlMs: linkLifetimeMs,
    now,
  })
  const path = route('verification.verify', { id, hash: secret })
  return { path, registration: { id, email, endsAt: now + linkLifetimeMs, withPasskey: true } }
}
