import { Link, router, usePage } from '@inertiajs/react'

import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { EmptyState } from './EmptyState.tsx'
import { bell } from './icons/bell.ts'
import { NotificationItem } from './NotificationItem.tsx'
import { Skeleton } from './Skeleton.tsx'

/** The newest notifications, and the way to all of them. */
export default function NotificationMenu() {
  const t = useTranslation()
  const { newestNotifications: rows, unreadNotifications = 0 } = usePage().props
  const newest = rows?.[0]

  function markAllRead(through: string) {
    router.put(
      route('notifications.read'),
      { through },
      {
        only: ['newestNotifications', 'unreadNotifications', 'notifications'],
        preserveScroll: true,
        preserveState: true,
      },
    )
  }

  return (
    <div className="notification-menu">
      <h2>{t('Notifications')}</h2>
      {rows === undefined && <Skeleton lines={4} />}
      {rows?.length === 0 && <EmptyState icon={bell}>{t('No notifications yet.')}</EmptyState>}
      {newest && (
        <ul>
          {rows.map((row) => (
            <NotificationItem key={row.id} notification={row} className="menu-item" />
          ))}
        </ul>
      )}
      <hr />
      {newest && unreadNotifications > 0 && (
        <button type="button" className="menu-item" onClick={() => markAllRead(newest.id)}>
          {t('Mark all as read')}
        </button>
      )}
      <Link className="menu-item" href={route('notifications.index')}>
        {t('All notifications')}
      </Link>
    </div>
  )
}
