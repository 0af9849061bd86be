import '#web/styles/admin.css'
import { Link, usePage } from '@inertiajs/react'
import type { ReactNode } from 'react'

import { useAdminPages } from '#web/components/admin-pages.ts'
import { useTranslation } from '#web/i18n.tsx'

/** The pages of the admin area, inside the member layout. */
export function Admin({ children }: { children: ReactNode }) {
  const t = useTranslation()
  const { component } = usePage()
  return (
    <div className="grid gap-6">
      <nav className="admin-navigation" aria-label={t('Administration')}>
        {useAdminPages().map(({ page, href, label }) => (
          <Link key={page} href={href} aria-current={component === page ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  )
}
