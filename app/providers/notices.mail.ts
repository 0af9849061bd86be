import { msg } from '@foyer/i18n'

import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'

const button = {
  label: msg('Review your linked accounts'),
  path: `${route('profile.security')}#linked-accounts`,
}

export function accountLinkedNotice(provider: string, email: string | null): SecurityNotice {
  return {
    type: 'provider-linked',
    values: { provider },
    description: email
      ? msg('The {provider} account {email} can now sign in to your account.', { provider, email })
      : msg('An account at {provider} can now sign in to your account.', { provider }),
    button,
  }
}

export function accountUnlinkedNotice(provider: string): SecurityNotice {
  return {
    type: 'provider-unlinked',
    values: { provider },
    description: msg('Your {provider} account can no longer sign in to your account.', {
      provider,
    }),
    button,
  }
}

/** The provider of a required domain closed the account there. */
export function tokensRevokedNotice(provider: string): SecurityNotice {
  return {
    type: 'tokens-revoked',
    description: msg(
      '{provider} no longer allows the account that you sign in with, so your API tokens have stopped working.',
      { provider },
    ),
  }
}

/** Sent to the address that the provider vouched for: its owner may be somebody else by now. */
export function accountCreatedNotice(provider: string): SecurityNotice {
  return {
    type: 'provider-created',
    values: { provider },
    description: msg(
      'You sign in to it with your {provider} account. You can set a password too.',
      {
        provider,
      },
    ),
    button,
  }
}
