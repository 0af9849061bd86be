import { Link } from '@inertiajs/react'

import { useCenteredTab } from '#web/hooks/use-centered-tab.ts'
import { useTranslation } from '#web/i18n.tsx'

import type { AccountPage } from './use-account-pages.ts'

interface Props {
  pages: AccountPage[]
  current: AccountPage['section']
}

export function AccountNavigation({ pages, current }: Props) {
  const t = useTranslation()
  return (
    <nav className="account-navigation" aria-label={t('Account')}>
      <ul ref={useCenteredTab(current)} className="tabs">
        {pages.map(({ section, href, label }) => (
          <li key={section}>
            <Link href={href} aria-current={section === current ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
