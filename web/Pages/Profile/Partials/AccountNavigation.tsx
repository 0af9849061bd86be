import { Link } from '@inertiajs/react'

import { useTranslation } from '#web/i18n.tsx'
import { centerTab } from '#web/lib/center-tab.ts'

import type { AccountPage } from './use-account-pages.ts'

interface Props {
  pages: AccountPage[]
  current: AccountPage['section']
}

export function AccountNavigation({ pages, current }: Props) {
  const t = useTranslation()
  return (
    <nav className="account-navigation" aria-label={t('Account')}>
      <ul className="tabs">
        {pages.map(({ section, href, label }) => (
          <li key={section} ref={section === current ? centerTab : null}>
            <Link href={href} aria-current={section === current ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
