import { hasForbiddenCharacters } from '#app/platform/validation/name-rules.ts'

import { maxClaimLength } from './limits.ts'

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
  /** The session there (`sid`), which a logout token may name. */
  sid: string | null
  /** When the provider last asked for a proof (`auth_time`), Unix milliseconds; null if it does not say. */
  authenticatedAt: number | null
  /** The token for the daily check; null without the setting. */
  refreshToken: string | null
}

/** Returns a claim as text; null if it is not text, is empty or too long, or has characters that our own fields reject. */
export function claimText(value: unknown): string | null {
  if (typeof value !== 'string' || value === '' || value.length > maxClaimLength) return null
  return hasForbiddenCharacters(value) ? null : value
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
