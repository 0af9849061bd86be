import type { OtherAccount } from '#app/account-switcher/pages.ts'
import type { Registration } from '#app/pages.ts'
import type { ProviderLink, ProviderOfDomain } from '#app/providers/pages.ts'

export interface SignInPages {
  'Auth/Login': {
    registration: Registration
    /** This browser was signed in until its session was ended elsewhere or expired. */
    sessionEnded: boolean
    providers: ProviderLink[]
    /** The address comes first; then the password, or the provider that the address belongs to. */
    step: 'address' | 'password' | 'provider'
    /** Set with the step `provider`. */
    providerOfDomain: ProviderOfDomain | null
    /** Whether a code can be mailed to sign in with. */
    emailCodes: boolean
    /** The accounts of this browser, for a guest who chooses one to sign in to again. */
    accounts: OtherAccount[]
    /** The account that the new one is added to; null for a guest. */
    addedTo: string | null
  }
}
