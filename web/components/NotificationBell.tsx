import { Link, router } from '@inertiajs/react'
import { lazy, Suspense, useState } from 'react'

import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { Icon } from './Icon.tsx'
import { bell } from './icons/bell.ts'
import { Menu } from './Menu.tsx'

const NotificationMenu = lazy(() => import('#web/components/NotificationMenu.tsx'))

const maxShown = 99

/** Opens the newest notifications, which are loaded then. Until script runs it is a link to all of them. */
export function NotificationBell({ unread }: { unread: number }) {
  const t = useTranslation()
  const isHydrated = useHydrated()
  const [wasOpened, setOpened] = useState(false)
  const label =
    unread === 0
      ? t('Notifications')
      : t.n(unread, 'Notifications, one unread', 'Notifications, {count} unread')
  const icon = (
    <>
      <Icon path={bell} />
      {unread > 0 && (
        <span className="unread-count" aria-hidden>
          {unread > maxShown ? `${t.number(maxShown)}+` : t.number(unread)}
        </span>
      )}
    </>
  )

  function load() {
    setOpened(true)
    router.reload({
      only: ['newestNotifications', 'unreadNotifications'],
      preserveErrors: true,
      showProgress: false,
    })
  }

  if (!isHydrated)
    return (
      <Link
        className="menu-trigger notification-bell"
        href={route('notifications.index')}
        aria-label={label}
      >
        {icon}
      </Link>
    )
  return (
    <Menu label={label} className="notification-bell" button={icon} onOpen={load}>
      <Suspense>{wasOpened && <NotificationMenu />}</Suspense>
    </Menu>
  )
}
