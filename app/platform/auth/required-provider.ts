import { msg } from '@foyer/i18n'

import type { Config } from '#app/platform/config/config.ts'
import type { ProviderConfig } from '#app/platform/config/provider-settings.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { Refused, ValidationError } from '#app/platform/errors.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

type Providers = Pick<Config, 'providers' | 'requireProvider'>

/** A sign-in at a provider. */
export interface ProviderSession {
  linkedAccountId: string
  /** The session there, if the provider names it. */
  sid: string | null
  /** It asked for a second factor that the operator trusts. */
  hasTrustedFactor?: boolean
}

/** The operator lets accounts of this domain sign in with one provider only. */
export class ProviderRequired extends Refused {
  constructor(provider: string) {
    super({
      email: msg('Addresses of this domain sign in with {provider} only.', { provider }),
    })
  }
}

/** The provider that the address belongs to by its domain. */
export function providerOfDomain(
  email: string,
  { providers }: Pick<Config, 'providers'>,
): ProviderConfig | null {
  const domain = domainOf(email)
  return providers.find(({ domains }) => domains.includes(domain)) ?? null
}

/** The only provider that may sign in to accounts of this address; null when every way in is open. */
export function requiredProvider(email: string, config: Providers): ProviderConfig | null {
  return config.requireProvider.includes(domainOf(email)) ? providerOfDomain(email, config) : null
}

/** Rejects an address in a form. It depends on the domain alone, so it tells nothing about accounts. @throws ProviderRequired */
export function rejectRequiredProviderDomain(email: string, config: Providers): void {
  const required = requiredProvider(email, config)
  if (required) throw new ProviderRequired(required.label)
}

/**
 * Rejects changes to or from an address of a domain with a required provider. Leaving would open other ways to sign in; entering needs an account
 * at the provider.
 *
 * @throws ValidationError
 */
export function rejectRequiredProviderAddressChange(
  from: string,
  to: string,
  config: Providers,
): void {
  const left = requiredProvider(from, config)
  if (left)
    throw new ValidationError({
      email: msg('{provider} manages your address, so you can change it only there.', {
        provider: left.label,
      }),
    })
  rejectRequiredProviderDomain(to, config)
}

/**
 * Called before every session starts.
 *
 * @param signedInWith  null after a way in of our own
 * @throws ProviderRequired unless the account is free, or was signed in to with the provider of its domain
 */
export async function enforceRequiredProvider(
  db: Db,
  config: Providers,
  userId: string,
  signedInWith: ProviderSession | null,
): Promise<void> {
  if (config.requireProvider.length === 0) return
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const required = requiredProvider(email, config)
  if (!required) return
  const linked = await db
    .selectFrom('linked_accounts')
    .select('provider')
    .where('id', '=', signedInWith?.linkedAccountId ?? '')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (linked?.provider !== required.id) throw new ProviderRequired(required.label)
}

function domainOf(email: string): string {
  return emailKey(email).split('@').at(-1) ?? ''
}
