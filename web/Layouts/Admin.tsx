import '#web/styles/admin.css'
import { Link, usePage } from '@inertiajs/react'
import type { ReactNode } from 'react'

import { useCan } from '#web/hooks/use-can.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

/** The pages of the admin area, inside the member layout. */
export function Admin({ children }: { children: ReactNode }) {
  const t = useTranslation()
  const can = useCan()
  const { component } = usePage()
  const pages = [
    can('accounts.view') && ['Admin/Accounts', route('admin.accounts'), t('Accounts')],
    can('invitations.manage') && [
      'Admin/Invitations',
      route('admin.invitations'),
      t('Invitations'),
    ],
    can('settings.view') && ['Admin/Settings', route('admin.settings'), t('Settings')],
    can('webhooks.manage') && ['Admin/Webhooks', route('admin.webhooks'), t('Webhooks')],
    can('jobs.manage') && ['Admin/Jobs', route('admin.jobs'), t('Failed jobs')],
  ].filter((page) => page !== false)

  return (
    <div className="grid gap-6">
      <nav className="admin-navigation" aria-label={t('Administration')}>
        {pages.map(([page, href = '', label]) => (
          <Link key={page} href={href} aria-current={component === page ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  )
}
