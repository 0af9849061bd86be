import { msg, type Message } from '@foyer/i18n'

import type { TokenEvents } from '#app/account-events.ts'
import type { AccountFeature, PropName } from '#web/account-features.ts'
import { route } from '#web/route.ts'

import { permissionLabels } from './permission-labels.ts'
import { terminal } from './terminal-icon.ts'

const titles: Readonly<Record<keyof TokenEvents, Message>> = {
  'token.created': msg('An access token was made'),
  'token.changed': msg('An access token was changed'),
  'token.rotated': msg('An access token got a new secret'),
  'token.revoked': msg('An access token was revoked'),
  'token.first-used': msg('An access token was used from a new place'),
}

const props: readonly PropName[] = ['tokens', 'password', 'securityIssues']

const invalidatedProps: Readonly<Record<keyof TokenEvents, readonly PropName[]>> = {
  'token.created': props,
  'token.changed': props,
  'token.rotated': props,
  'token.revoked': props,
  'token.first-used': props,
}

export const tokenFeature: AccountFeature = {
  collection: 'tokens',
  navigation: {
    page: 'API/Index',
    href: () => route('api-tokens.index'),
    label: msg('API tokens'),
    icon: terminal,
  },
  titles,
  invalidatedProps,
  kinds: { token: { label: msg('API tokens'), icon: terminal } },
  factKey: 'token',

  facts(t, { tokens }) {
    const permissionNames = new Map<string, string>(
      Object.entries(permissionLabels(t)).map(([permission, label]) => [permission, label.name]),
    )
    return Object.entries(tokens).map(([id, { name, permissions }]) => ({
      key: `token ${id}`,
      label: t('API token'),
      value: [name, permissions.map((it) => permissionNames.get(it) ?? it).join(', ')].join(': '),
    }))
  },

  takeoverStep: {
    todo: (t, count) => t.n(count, 'Revoke one API token', 'Revoke {count} API tokens'),
    done: (t) => t('Their API tokens are revoked'),
  },

  securityFixes(t) {
    const link: [string, string] = [t('Look at your tokens'), route('api-tokens.index')]
    return {
      'tokens-without-end': [t('An access token works for ever.'), ...link],
      'tokens-unused': [t('An access token was not used for 90 days.'), ...link],
    }
  },
}
