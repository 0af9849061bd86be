import { msg, type Message } from '@foyer/i18n'

import type { ActionContext } from '#app/platform/action-context.ts'
import { rejectRequiredProviderDomain } from '#app/platform/auth/required-provider.ts'
import { TooManyRequests } from '#app/platform/errors.ts'
import { requestUnlockLink } from '#app/sign-in-unlock/sign-in-unlock.ts'

interface UnlockRequest {
  context(): ActionContext
  translator: { locale: string }
}

/**
 * Mails the owner an unlock link while other people's attempts make the owner wait. Same response for every address.
 *
 * @throws the error, with the offer in its message
 */
export async function offerUnlockLink(
  request: UnlockRequest,
  email: string,
  error: unknown,
): Promise<never> {
  if (!(error instanceof TooManyRequests) || !error.locksOwnerOut) throw error
  const context = request.context()
  rejectRequiredProviderDomain(email, context.config)
  await requestUnlockLink(context, { email, locale: request.translator.locale })
  const retryAfterSeconds = error.retryAfterSeconds ?? 1
  throw new TooManyRequests({
    field: error.field ?? 'email',
    retryAfterSeconds,
    userMessage: waitOrUnlockMessage(retryAfterSeconds),
  })
}

function waitOrUnlockMessage(seconds: number): Message {
  if (seconds <= 90) {
    return msg.n(
      seconds,
      "Too many wrong passwords. Try again in one second, or open the link we've emailed if the address has an account.",
      "Too many wrong passwords. Try again in {count} seconds, or open the link we've emailed if the address has an account.",
    )
  }
  return seconds <= 90 * 60
    ? msg.n(
        Math.ceil(seconds / 60),
        "Too many wrong passwords. Try again in one minute, or open the link we've emailed if the address has an account.",
        "Too many wrong passwords. Try again in {count} minutes, or open the link we've emailed if the address has an account.",
      )
    : msg.n(
        Math.ceil(seconds / 3600),
        "Too many wrong passwords. Try again in one hour, or open the link we've emailed if the address has an account.",
        "Too many wrong passwords. Try again in {count} hours, or open the link we've emailed if the address has an account.",
      )
}
