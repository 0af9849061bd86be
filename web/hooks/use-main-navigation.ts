import { usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { accountFeatures } from '#web/account-features.ts'
import { home } from '#web/components/icons/home.ts'
import { person } from '#web/components/icons/person.ts'
import { syncArrows } from '#web/components/icons/sync-arrows.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

interface NavigationItem {
  page: keyof Pages
  href: string
  label: string
  icon: string
}

/** The pages of the member area, for the bar on wide screens and the account menu on phones. */
export function useMainNavigation(): NavigationItem[] {
  const t = useTranslation()
  const { props } = usePage()
  return [
    { page: 'Dashboard', href: route('dashboard'), label: t('Dashboard'), icon: home },
    { page: 'Profile/Show', href: route('profile.show'), label: t('Account'), icon: person },
    {
      page: 'TimeTravel/Index',
      href: route('time-travel.index'),
      label: t('Time Travel'),
      icon: syncArrows,
    },
    ...accountFeatures.flatMap(({ navigation }) =>
      navigation && (navigation.isOffered?.(props) ?? true)
        ? { ...navigation, href: navigation.href(), label: t(navigation.label) }
        : [],
    ),
  ]
}
