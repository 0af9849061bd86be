import type { ActionContext } from '#app/platform/action-context.ts'
import { findToken, type MailLink, type OneTimeToken } from '#app/platform/auth/one-time-tokens.ts'

import type { NewRegistration } from './create-account.ts'

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

/** The name and address of a pending registration; null once it was confirmed or has expired. */
export async function registrationInput(
  { db, keys, now }: Pick<ActionContext, 'db' | 'keys' | 'now'>,
  { id }: { id: string },
): Promise<{ name: string; email: string } | null> {
  const token = await findToken(db, keys, { id, purpose: 'registration', now })
  if (!token) return null
  const { name, email } = parsePending(token)
  return { name, email }
}
