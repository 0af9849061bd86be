import '#web/styles/admin.css'
import { Link, usePage } from '@inertiajs/react'
import type { ReactNode } from 'react'

import { useAdminPages } from '#web/hooks/use-admin-pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { centerTab } from '#web/lib/center-tab.ts'

/** The page of one entry marks the list it is in. */
const listPages: Readonly<Record<string, string>> = {
  'Admin/Account': 'Admin/Accounts',
  'Admin/Team': 'Admin/Teams',
  'Admin/Webhook': 'Admin/Webhooks',
}

/** The pages of the admin area, inside the member layout. */
export function Admin({ children }: { children: ReactNode }) {
  const t = useTranslation()
  const { component } = usePage()
  return (
    <div className="grid gap-6">
      <nav className="admin-navigation" aria-label={t('Administration')}>
        <ul className="tabs">
          {useAdminPages().map(({ page, href, label }) => {
            const current = currentValue(component, page)
            return (
              <li key={page} ref={current && centerTab}>
                <Link href={href} aria-current={current}>
                  {label}
                </Link>
              </li>
            )
          })}
        </ul>
      </nav>
      {children}
    </div>
  )
}

function currentValue(component: string, page: string): 'page' | 'true' | undefined {
  if (component === page) return 'page'
  return listPages[component] === page ? 'true' : undefined
}
