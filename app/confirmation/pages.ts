export interface ConfirmationPages {
  'Auth/ConfirmPassword': {
    /** The account's methods, the most common first; empty without password and passkey. */
    methods: ConfirmationMethod[]
    providers: ConfirmingProvider[]
    returnTo: string
  }
}

export type ConfirmationMethod = 'password' | 'passkey' | 'code' | 'provider'

export interface ConfirmationStatus {
  confirmed: boolean
  /** Null when not confirmed. */
  endsAt: string | null
  methods: ConfirmationMethod[]
  providers: ConfirmingProvider[]
}

/** A linked provider that can ask for its own proof again. */
export interface ConfirmingProvider {
  label: string
  href: string
}
