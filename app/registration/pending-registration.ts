import type { MailLink, OneTimeToken } from '#app/platform/auth/one-time-tokens.ts'

import type { NewRegistration } from './open-account.ts'

/** A registration awaiting email confirmation; stored as the token's payload. */
export interface PendingRegistration extends NewRegistration {
  /** Random name of the channel that announces a confirmation on another device. Missing in old payloads. */
  waiting?: string
  /** Only without a password: the WebAuthn user handle that the account gets with its first passkey. */
  passkeyHandle?: string
  /** The invitation that proved the address; consumed when the account is created. */
  invitation?: MailLink
}

export function parsePending({ payload }: Pick<OneTimeToken, 'payload'>): PendingRegistration {
  return JSON.parse(payload ?? '')
}
