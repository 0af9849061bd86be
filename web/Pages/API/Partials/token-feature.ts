import { msg } from '@foyer/i18n'

import type { TokenEvents } from '#app/account-events.ts'
import { unusedAfterDays } from '#app/api-tokens/limits.ts'
import type { AccountFeature, EventInfo, PropName } from '#web/account-features.ts'
import { route } from '#web/route.ts'

import { permissionLabels } from './permission-labels.ts'
import { terminal } from './terminal-icon.ts'

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
  } satisfies Record<keyof TokenEvents, EventInfo>,
  kinds: { token: { label: msg('API tokens'), icon: terminal } },
  primaryFact: 'token',

  facts({ tokens }, { t }) {
    const permissionNames = new Map<string, string>(
      Object.entries(permissionLabels(t)).map(([permission, label]) => [permission, label.name]),
    )
    return Object.entries(tokens).map(([id, { name, permissions }]) => [
      `token ${id}`,
      t('API token'),
      [name, permissions.map((it) => permissionNames.get(it) ?? it).join(', ')].join(': '),
    ])
  },

  takeoverStep: {
    step: 'tokens',
    todo: (t, count) => t.n(count, 'Revoke one API token', 'Revoke {count} API tokens'),
    done: (t) => t('Their API tokens are revoked'),
  },

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
