import type { Pages } from '#app/pages.ts'
import type { Config } from '#app/platform/config/config.ts'
import { route } from '#app/platform/route.ts'

/** The sign-in page asks for the address first. The next step depends only on the address's domain, never on an account. */
export function signInStep(
  { providers, requireProvider }: Pick<Config, 'providers' | 'requireProvider'>,
  query: { step?: string | undefined; with?: string | undefined },
): Pick<Pages['Auth/Login'], 'step' | 'providerOfDomain'> {
  const home = providers.find(({ id, domains }) => id === query.with && domains.length > 0)
  if (home) {
    const { id, label, domains } = home
    const href = route('provider.login', { provider: id })
    const isRequired = domains.every((domain) => requireProvider.includes(domain))
    return { step: 'provider', providerOfDomain: { label, href, isRequired } }
  }
  return { step: query.step === 'password' ? 'password' : 'address', providerOfDomain: null }
}
