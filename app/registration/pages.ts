import type { ChallengeForPage } from '#app/pages.ts'
import type { ProviderLink } from '#app/providers/pages.ts'

export interface RegistrationPages {
  'Auth/Register': {
    passwordMinLength: number
    /** The account gets a passkey, when the mailed link is opened, and no password. */
    withPasskey: boolean
    termsVersion: string
    /** The address is fixed, and proved by the link that was opened. */
    invitation: Invitation | null
    challenge: ChallengeForPage | null
    providers: ProviderLink[]
  }
}

interface Invitation {
  email: string
  action: string
  /** The same page for a passkey instead of a password, or the other way round. */
  otherMethodUrl: string
  /** The only way in to accounts of the address's domain; null when every way is open. */
  requiredProvider: Pick<ProviderLink, 'label' | 'href'> | null
}
