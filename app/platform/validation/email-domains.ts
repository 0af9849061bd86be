import { type Message, msg } from '@foyer/i18n'
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'

import { emailKey } from './email-address.ts'

export interface EmailDomainRules {
  /** Empty allows all. `*.example.com` is every subdomain. */
  allowedEmailDomains: readonly string[]
  /** Denied domains, with their subdomains. */
  deniedEmailDomains: readonly string[]
  rejectsDisposableEmail: boolean
}

const maxNamedDomains = 5

/**
 * Why people cannot choose this address; null if they can. Depends on the domain alone, so it tells nothing about accounts.
 * Operators may still invite it.
 */
export function emailDomainProblem(
  email: string,
  { allowedEmailDomains, deniedEmailDomains, rejectsDisposableEmail }: EmailDomainRules,
): Message | null {
  const domain = emailKey(email).split('@').at(-1) ?? ''
  const [, ...parents] = suffixesOf(domain)
  const isIn = (domains: ReadonlySet<string>) => [domain, ...parents].some((it) => domains.has(it))

  if (allowedEmailDomains.length > 0) {
    const allowed = new Set(allowedEmailDomains)
    if (allowed.has(domain) || parents.some((parent) => allowed.has(`*.${parent}`))) return null
    return allowedEmailDomains.length > maxNamedDomains
      ? msg("Addresses at {domain} can't be used here.", { domain })
      : msg('Use an address at {domains}.', { domains: allowedEmailDomains.join(', ') })
  }
  if (isIn(new Set(deniedEmailDomains)))
    return msg("Addresses at {domain} can't be used here.", { domain })
  if (rejectsDisposableEmail && isIn(disposableDomains()))
    return msg('Addresses at {domain} are temporary. Use one that you keep.', { domain })
  return null
}

/** `a.b.c` gives `a.b.c`, `b.c` and `c`. */
function suffixesOf(domain: string): string[] {
  return domain.split('.').map((_, index, labels) => labels.slice(index).join('.'))
}

let cachedList: ReadonlySet<string> | undefined

/** The package's own check reads the list anew for each address. */
function disposableDomains(): ReadonlySet<string> {
  return (cachedList ??= disposableEmailBlocklistSet())
}
