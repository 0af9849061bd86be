import type { ProviderConfig } from '#app/platform/config/provider-settings.ts'

import type { Identity } from './provider-identity.ts'

/** Whether the provider says that it asked for a second factor, in a way that the operator trusts. Sign-in then asks for none. */
export function hasTrustedFactor(
  { secondFactors }: Pick<ProviderConfig, 'secondFactors'>,
  { proofs }: Pick<Identity, 'proofs'>,
): boolean {
  return proofs.some((proof) => secondFactors.includes(proof))
}
