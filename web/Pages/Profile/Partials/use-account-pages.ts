import { useEffect } from 'react'

import type { AccountSection } from '#app/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

export interface AccountPage {
  section: AccountSection['section']
  href: string
  label: string
}

/** The addresses of the page, in their order. A link from before they existed leads to the right one. */
export function useAccountPages(): AccountPage[] {
  const t = useTranslation()

  useEffect(() => {
    const id = location.hash.slice(1)
    const name = routeOfId[id]
    if (name && !document.getElementById(id)) location.replace(`${route(name)}#${id}`)
  }, [])

  return [
    { section: 'profile', href: route('profile.show'), label: t('Profile') },
    { section: 'security', href: route('profile.security'), label: t('Security') },
    { section: 'devices', href: route('profile.devices'), label: t('Devices') },
    { section: 'data', href: route('profile.data'), label: t('Data') },
  ]
}

const routeOfId: Partial<Record<string, 'profile.security' | 'profile.devices' | 'profile.data'>> =
  {
    password: 'profile.security',
    'two-factor': 'profile.security',
    passkeys: 'profile.security',
    sessions: 'profile.devices',
    'data-export': 'profile.data',
    'delete-account': 'profile.data',
  }
