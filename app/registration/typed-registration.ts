import type { ActionContext } from '#app/platform/action-context.ts'
import { findToken } from '#app/platform/auth/one-time-tokens.ts'

import { parsePending } from './pending-registration.ts'
import type { RegistrationCookie } from './registration.ts'

/** The name and address of a pending registration; null once it was confirmed or has expired. */
export async function typedRegistration(
  { db, keys, now }: Pick<ActionContext, 'db' | 'keys' | 'now'>,
  { id }: RegistrationCookie,
): Promise<{ name: string; email: string } | null> {
  const token = await findToken(db, keys, { id, purpose: 'registration', now })
  if (!token) return null
  const { name, email } = parsePending(token)
  return { name, email }
}
