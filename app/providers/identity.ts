/** The account at a provider that somebody has just signed in with. */
export interface Identity {
  /** With `subject` the name of the account there, for good. */
  issuer: string
  subject: string
  email: string | null
  /** The provider says that the mailbox is this person's. */
  isEmailVerified: boolean
  name: string | null
  /** The claims `amr` and `acr`: the proofs that the provider asked for. */
  proofs: string[]
}

/** The provider's answer can't be used; `code` is for the log and never contains what the provider sent. */
export class ProviderError extends Error {
  readonly reason: 'cancelled' | 'rejected' | 'unreachable'

  constructor(reason: ProviderError['reason'], code: string, options?: ErrorOptions) {
    super(code, options)
    this.name = 'ProviderError'
    this.reason = reason
  }
}
