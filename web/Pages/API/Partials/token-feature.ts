import { msg } from '@foyer/i18n'

import type { ApiTokensEvents } from '#app/api-tokens/events.ts'
import { unusedAfterDays } from '#app/api-tokens/limits.ts'
import type { AccountFeature, EventInfo, PropName } from '#web/account-features.ts'
import { terminal } from '#web/components/icons/terminal.ts'
import { route } from '#web/route.ts'

const invalidates: readonly PropName[] = ['tokens', 'password', 'securityIssues']

export const tokenFeature: AccountFeature = {
  navigation: {
    page: 'API/Index',
    href: () => route('api-tokens.index'),
    label: msg('API tokens'),
    icon: terminal,
  },
  events: {
    'token.created': { invalidates },
    'token.changed': { invalidates },
    'token.rotated': { invalidates },
    'token.revoked': { invalidates },
    'token.first-used': { invalidates },
  } satisfies Record<keyof ApiTokensEvents, EventInfo>,
  kinds: { token: { label: msg('API tokens'), icon: terminal } },

  actions: (t) => [{ label: t('Create a token'), href: `${route('api-tokens.index')}#create` }],

  securityFixes(t) {
    const link: [string, string] = [t('Review your API tokens'), route('api-tokens.index')]
    return {
      'tokens-without-end': [t('An API token never expires.'), ...link],
      'tokens-unused': [
        t("An API token hasn't been used for {days} days.", { days: unusedAfterDays }),
        ...link,
      ],
    }
  },
}
