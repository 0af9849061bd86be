import type { Translator } from '@foyer/i18n'

import type { PasskeyRow } from '#app/passkeys/pages.ts'
import type { LinkedAccountRow } from '#app/providers/pages.ts'

interface Methods {
  passkeys: readonly PasskeyRow[]
  linkedAccounts: readonly LinkedAccountRow[]
}

/** The ways to sign in beside the password. A security key is none, nor is a provider that is no longer offered. */
export function otherMethods(t: Translator, { passkeys, linkedAccounts }: Methods): string[] {
  const usable = linkedAccounts.filter(({ href, linked }) => href !== null && linked !== null)
  const hasPasskey = passkeys.some(({ isSecondFactorOnly }) => !isSecondFactorOnly)
  return [...(hasPasskey ? [t('Passkey')] : []), ...usable.map(({ label }) => label)]
}
