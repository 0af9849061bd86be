import { Head, Link } from '@inertiajs/react'

import type { NotificationRow, Pages } from '#app/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { Form } from '#web/components/Form.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { bell } from '#web/components/icons/bell.ts'
import { check } from '#web/components/icons/check.ts'
import { NotificationItem } from '#web/components/NotificationItem.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Member } from '#web/Layouts/Member.tsx'
import { accountSectionUrl } from '#web/lib/account-sections.ts'
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
        <div className="form-actions">
          {isNewest && newest && rows.some(({ isRead }) => !isRead) && (
            <MarkAllRead through={newest.id} />
          )}
          <Link className="link" href={accountSectionUrl('notifications')}>
            {t('Choose your notifications')}
          </Link>
        </div>
      </div>
      <div className="card">
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
            {isNewest ? t('No notifications yet.') : t('No older notifications.')}
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

function MarkAllRead({ through }: { through: string }) {
  const t = useTranslation()
  return (
    <Form action={route('notifications.read')} method="put" onSuccess={focusHeading}>
      <input type="hidden" name="through" value={through} />
      <Button type="submit">{t('Mark all as read')}</Button>
    </Form>
  )
}

function MarkRead({ id, title }: NotificationRow) {
  const t = useTranslation()
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

/** The button is gone then. */
function focusHeading() {
  document.getElementById(headingId)?.focus({ preventScroll: true })
}
