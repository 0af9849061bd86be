import { Head, Link, usePage } from '@inertiajs/react'

import type { NotificationRow, Pages } from '#app/pages.ts'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { Form } from '#web/components/Form.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { bell } from '#web/components/icons/bell.ts'
import { check } from '#web/components/icons/check.ts'
import { sliders } from '#web/components/icons/sliders.ts'
import { NotificationItem } from '#web/components/NotificationItem.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Member } from '#web/Layouts/Member.tsx'
import { accountSectionUrl } from '#web/lib/account-sections.ts'
import { separator } from '#web/lib/separator.ts'
import { route } from '#web/route.ts'

const headingId = 'notifications'

export default function Notifications({ notifications, isNewest }: Pages['Notifications']) {
  const t = useTranslation()
  const { rows, older } = notifications
  const [newest] = rows
  return (
    <>
      <Head title={t('Notifications')} />
      <div className="notification-heading">
        <h1 className="heading" id={headingId} tabIndex={-1}>
          {t('Notifications')}
        </h1>
        <Link
          className="icon-button"
          aria-label={t('Notification settings')}
          href={accountSectionUrl('notifications')}
        >
          <Icon path={sliders} small />
        </Link>
      </div>
      <div className="card">
        {isNewest && newest && rows.some(({ isRead }) => !isRead) && (
          <header>
            <Unread />
            <MarkAllRead through={newest.id} />
          </header>
        )}
        {newest ? (
          <ul className="notifications">
            {rows.map((row) => (
              <NotificationItem key={row.id} notification={row}>
                {!row.isRead && <MarkRead {...row} />}
              </NotificationItem>
            ))}
          </ul>
        ) : (
          <EmptyState icon={bell}>
            {isNewest
              ? t('No notifications yet. Sign-ins and changes to your account will appear here.')
              : t('No older notifications.')}
          </EmptyState>
        )}
      </div>
      <nav className="notification-pages" aria-label={t('More notifications')}>
        {!isNewest && <Link href={route('notifications.index')}>{t('Newest notifications')}</Link>}
        {older && (
          <Link href={route('notifications.index', { before: older })}>
            {t('Older notifications')}
          </Link>
        )}
      </nav>
    </>
  )
}

Notifications.layout = [Member]

function Unread() {
  const t = useTranslation()
  const { unreadNotifications = 0 } = usePage().props
  return <p>{t.n(unreadNotifications, 'One unread', '{count} unread')}</p>
}

function MarkAllRead({ through }: { through: string }) {
  const t = useTranslation()
  return (
    <Form action={route('notifications.read')} method="put" onSuccess={focusHeading}>
      <input type="hidden" name="through" value={through} />
      <button type="submit" className="link">
        {t('Mark all as read')}
      </button>
    </Form>
  )
}

function MarkRead({ id, ...row }: NotificationRow) {
  const t = useTranslation()
  const title = [row.title, row.target].filter(Boolean).join(separator)
  return (
    <Form action={route('notifications.read')} method="put" onSuccess={focusHeading}>
      <input type="hidden" name="id" value={id} />
      <button
        type="submit"
        className="icon-button"
        aria-label={t('Mark "{title}" as read', { title })}
        title={t('Mark as read')}
      >
        <Icon path={check} small />
      </button>
    </Form>
  )
}

/** Focuses the heading, because the button is gone by then. */
function focusHeading() {
  document.getElementById(headingId)?.focus({ preventScroll: true })
}
