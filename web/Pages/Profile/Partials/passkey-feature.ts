import { msg } from '@foyer/i18n'

import type { PasskeyEvents } from '#app/account-events.ts'
import type { AccountFeature, EventInfo, PropName } from '#web/account-features.ts'
import { key } from '#web/components/icons/key.ts'
import { accountSectionUrl } from '#web/lib/account-sections.ts'

const invalidates: readonly PropName[] = ['passkeys', 'password', 'twoFactor', 'securityIssues']

export const passkeyFeature: AccountFeature = {
  events: {
    'passkey.added': { invalidates },
    'passkey.renamed': { invalidates },
    'passkey.removed': { invalidates },
    'passkey.refused': {},
  } satisfies Record<keyof PasskeyEvents, EventInfo>,
  kinds: { passkey: { label: msg('Passkeys'), icon: key } },
  primaryFact: 'passkey',

  facts: ({ passkeys }, { t }) =>
    Object.entries(passkeys).map(([id, { name }]) => [`passkey ${id}`, t('Passkey'), name]),

  takeoverStep: {
    step: 'passkeys',
    todo: (t, count) => t.n(count, 'Remove one passkey', 'Remove {count} passkeys'),
    done: (t) => t('Their passkeys are removed'),
  },

  actions: (t) => [{ label: t('Add a passkey'), href: accountSectionUrl('passkeys') }],

  securityFixes(t) {
    const href = accountSectionUrl('passkeys')
    return {
      passkey: [t("A passkey can't be guessed or phished."), t('Add a passkey'), href],
      'one-passkey': [
        t('A second passkey lets you sign in if you lose the first.'),
        t('Add another passkey'),
        href,
      ],
    }
  },
}
