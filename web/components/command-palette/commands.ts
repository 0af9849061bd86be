import type { Translator } from '@foyer/i18n'
import { router, usePage } from '@inertiajs/react'

import type { OtherAccount } from '#app/account-switcher/pages.ts'
import { accountFeatures } from '#web/account-features.ts'
import { useAdminPages } from '#web/hooks/use-admin-pages.ts'
import { useMainNavigation } from '#web/hooks/use-main-navigation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { accountSections, accountSectionUrl, isAccountSection } from '#web/lib/account-sections.ts'
import { setPreferenceCookie } from '#web/lib/preference-cookie.ts'
import { route } from '#web/route.ts'

export interface Command {
  label: string
  /** The kind of command, shown beside it and found by the search too. */
  group: string
  /** Where it leads; otherwise `run` does it. */
  href?: string
  run?: () => void
}

/** Pages, sections and actions. @param showShortcuts  opens the list of keyboard shortcuts */
export function useCommands(showShortcuts: () => void): Command[] {
  const t = useTranslation()
  const { accounts = [] } = usePage().props
  const pages = useMainNavigation().map(({ href, label }) => ({ href, label, group: t('Page') }))
  const featureActions = accountFeatures.flatMap(({ actions }) => actions?.(t) ?? [])
  return [
    ...pages,
    ...useAdminPages().map(({ href, label }) => ({ href, label, group: t('Administration') })),
    ...sections(t),
    ...featureActions.map((action) => ({ ...action, group: t('Action') })),
    ...themes(t),
    { label: t('Keyboard shortcuts'), group: t('Help'), run: showShortcuts },
    ...otherAccounts(t, accounts),
    { label: t('Sign out'), group: t('Action'), run: () => router.post(route('logout')) },
  ]
}

function otherAccounts(t: Translator, accounts: OtherAccount[]): Command[] {
  const group = t('Action')
  const switches = accounts.flatMap(({ id, user }) =>
    user
      ? {
          label: t('Switch to {name} ({email})', { name: user.name, email: user.email }),
          group,
          run: () => router.post(route('accounts.switch', { account: id })),
        }
      : [],
  )
  const add = {
    label: t('Add another account'),
    group,
    run: () => router.post(route('accounts.store')),
  }
  const signOut = {
    label: t('Sign out of all accounts'),
    group,
    run: () => router.delete(route('all-accounts.destroy')),
  }
  return accounts.length > 0 ? [...switches, add, signOut] : [add]
}

function sections(t: Translator): Command[] {
  const ids = Object.keys(accountSections).filter((id) => isAccountSection(id))
  return ids.map((id) => ({
    label: t(accountSections[id].label),
    group: t('Account'),
    href: accountSectionUrl(id),
  }))
}

function themes(t: Translator): Command[] {
  const choices = [
    ['light', t('Light')],
    ['dark', t('Dark')],
    [null, t('Same as your device')],
  ] as const
  return choices.map(([theme, label]) => ({
    label,
    group: t('Theme'),
    run() {
      setPreferenceCookie('theme', theme)
      location.reload()
    },
  }))
}
