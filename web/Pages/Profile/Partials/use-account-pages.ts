import { useEffect } from 'react'

import type { AccountSection } from '#app/profile/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { accountSectionUrl, isAccountSection } from '#web/lib/account-sections.ts'
import { route } from '#web/route.ts'

export interface AccountPage {
  section: AccountSection['section']
  href: string
  label: string
}

/** The account's pages, in order. Redirects a link to a section from before the page was split. */
export function useAccountPages(): AccountPage[] {
  const t = useTranslation()

  useEffect(() => {
    const id = location.hash.slice(1)
    if (isAccountSection(id) && !document.getElementById(id))
      location.replace(accountSectionUrl(id))
  }, [])

  return [
    { section: 'profile', href: route('profile.show'), label: t('Profile') },
    { section: 'security', href: route('profile.security'), label: t('Security') },
    { section: 'devices', href: route('profile.devices'), label: t('Devices') },
    { section: 'data', href: route('profile.data'), label: t('Data') },
  ]
}
