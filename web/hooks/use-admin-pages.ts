import { usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import type { RolePermission } from '#app/permissions.ts'
import { useCan } from '#web/hooks/use-can.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

interface AdminPage {
  page: keyof Pages
  href: string
  label: string
}

/** The pages of the admin area that the user's role permits. */
export function useAdminPages(): AdminPage[] {
  const t = useTranslation()
  const can = useCan()
  const { teams } = usePage().props
  const pages: [RolePermission, keyof Pages, () => string, string][] = [
    ['accounts.view', 'Admin/Accounts', () => route('admin.accounts'), t('Accounts')],
    ['teams.view', 'Admin/Teams', () => route('admin.teams'), t('Teams')],
    ['invitations.manage', 'Admin/Invitations', () => route('admin.invitations'), t('Invitations')],
    ['webhooks.manage', 'Admin/Webhooks', () => route('admin.webhooks'), t('Webhooks')],
    ['jobs.manage', 'Admin/Jobs', () => route('admin.jobs'), t('Failed jobs')],
    ['settings.view', 'Admin/Settings', () => route('admin.settings'), t('Settings')],
  ]
  // Only staff know the URLs.
  return pages
    .filter(([permission, page]) => can(permission) && (teams || page !== 'Admin/Teams'))
    .map(([, page, href, label]) => ({ page, href: href(), label }))
}
