import type { Pages } from '#app/pages.ts'
import type { Config } from '#app/platform/config/config.ts'
import { route } from '#app/platform/route.ts'

/** The fields of the sign-in page: an address alone, as long as some belong to a provider by their domain. */
export function signInStep(
  { providers, requireProvider }: Pick<Config, 'providers' | 'requireProvider'>,
  query: { step?: string | undefined; with?: string | undefined },
): Pick<Pages['Auth/Login'], 'step' | 'homeProvider'> {
  const home = providers.find(({ id, domains }) => id === query.with && domains.length > 0)
  if (home) {
    const { id, label, domains } = home
    const href = route('provider.login', { provider: id })
    const isRequired = domains.every((domain) => requireProvider.includes(domain))
    return { step: 'provider', homeProvider: { label, href, isRequired } }
  }
  const asksAddressFirst =
    query.step !== 'password' && providers.some(({ domains }) => domains.length > 0)
  return { step: asksAddressFirst ? 'address' : 'password', homeProvider: null }
}
