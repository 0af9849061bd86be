import { msg } from '@foyer/i18n'

import type { PasskeyEvents } from '#app/passkeys/events.ts'
import type { AccountFeature, EventInfo, PropName } from '#web/account-features.ts'
import { key } from '#web/components/icons/key.ts'
import { accountSectionUrl } from '#web/lib/account-sections.ts'

const invalidates: readonly PropName[] = [
  'passkeys',
  'passkeyOffer',
  'password',
  'twoFactor',
  'securityIssues',
]

export const passkeyFeature: AccountFeature = {
  events: {
    'passkey.added': { invalidates },
    'passkey.renamed': { invalidates },
    'passkey.removed': { invalidates },
    'passkey.refused': {},
  } satisfies Record<keyof PasskeyEvents, EventInfo>,
  kinds: { passkey: { label: msg('Passkeys'), icon: key } },

  actions: (t) => [{ label: t('Add a passkey'), href: accountSectionUrl('passkeys') }],

  securityFixes(t) {
    const href = accountSectionUrl('passkeys')
    return {
      passkey: [t("A passkey can't be guessed or phished."), t('Add a passkey'), href],
      'only-passkey': [
        t('One passkey is your only way to sign in. Add another in case you lose it.'),
        t('Add another passkey'),
        href,
      ],
      'one-passkey': [
        t('A second passkey lets you sign in if you lose the first.'),
        t('Add another passkey'),
        href,
      ],
    }
  },
}
