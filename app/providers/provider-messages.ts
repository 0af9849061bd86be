import { msg, type Message } from '@foyer/i18n'

import type { ConfirmationRefusal } from './confirm-with-provider.ts'
import type { LinkResult } from './link-account.ts'
import type { ProviderError } from './provider-identity.ts'
import type { ProviderRefusal } from './sign-in-with-provider.ts'

type OfProvider = (provider: string) => Message

export const startAgainMessage =
  'That sign-in took too long, or was started in another browser. Try again.'

export const errorMessages: Record<ProviderError['reason'], OfProvider> = {
  cancelled: (provider) => msg('You cancelled at {provider}. Nothing has changed.', { provider }),
  rejected: (provider) =>
    msg("The answer of {provider} wasn't valid. Try again, or sign in another way.", { provider }),
  unreachable: (provider) =>
    msg("{provider} can't be reached. Try again later, or sign in another way.", { provider }),
}

export const refusalMessages: Record<ProviderRefusal, OfProvider> = {
  unverified: (provider) =>
    msg(
      "{provider} hasn't confirmed your email address. Confirm it there first, or create an account here.",
      { provider },
    ),
  exists: (provider) =>
    msg(
      'Your address at {provider} has an account here already. Sign in to it first, then link {provider}.',
      { provider },
    ),
  closed: (provider) => msg('No account here is linked to that {provider} account.', { provider }),
  unproved: (provider) =>
    msg(
      "Your address has an account here that {provider} can't open yet. Contact the operator of this site.",
      { provider },
    ),
}

export const confirmationMessages: Record<ConfirmationRefusal, OfProvider> = {
  stale: (provider) =>
    msg("{provider} didn't ask you to sign in again. Try again, or confirm another way.", {
      provider,
    }),
  unlinked: (provider) =>
    msg("That {provider} account isn't linked to yours. Use the one that is.", { provider }),
}

export const linkMessages: Record<Exclude<LinkResult, 'linked'>, OfProvider> = {
  taken: (provider) =>
    msg('That {provider} account is linked to another account here.', { provider }),
  another: (provider) =>
    msg('Another {provider} account is linked already. Unlink it first.', { provider }),
}
