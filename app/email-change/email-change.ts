import type { PendingEmailChange } from '#app/pages.ts'
import type { Account } from '#app/platform/account.ts'
import { minute } from '#app/platform/durations.ts'
import { emailKey } from '#app/platform/email-address.ts'
import { moment } from '#app/platform/moment.ts'
import { newestToken } from '#app/platform/one-time-tokens.ts'
import type { Means } from '#app/platform/post.ts'

export { askForEmailChange, withdrawEmailChange } from './ask-for-email-change.ts'

const limits = {
  address: [30, 10 * minute],
  pair: [
    [3, 10 * minute],
    [6, 60 * minute],
  ],
  account: [24, 60 * minute],
} as const

/** Counted before a mail is sent: against who asks, and against the address it lands at, whoever asks. */
export function askingTries(userId: string, email: string) {
  const asking = { what: 'email-change', account: userId, limits, field: 'email' }
  return [asking, { ...asking, what: 'email-change-to', account: emailKey(email) }]
}

/** The address that waits to be proved; null when none does. */
export async function pendingEmailChange(
  { db, keys }: Pick<Means, 'db' | 'keys'>,
  { userId, now }: Pick<Account, 'userId' | 'now'>,
): Promise<PendingEmailChange | null> {
  const token = await newestToken(db, keys, { userId, purpose: 'email-change', now })
  if (!token) return null
  return { email: token.payload ?? '', endsAt: moment(token.expiresAt) }
}
