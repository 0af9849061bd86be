import '#web/styles/notifications.css'
import { http } from '@inertiajs/core'
import { Link } from '@inertiajs/react'
import type { ReactNode } from 'react'

import type { NotificationRow } from '#app/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { RelativeTime } from './RelativeTime.tsx'

interface Props {
  notification: NotificationRow
  className?: string
  children?: ReactNode
}

export function NotificationItem({ notification, className = '', children }: Props) {
  const t = useTranslation()
  const { id, about, title, target, href, at, isRead } = notification
  const text = (
    <span className="dotted">
      <span>
        {!isRead && <span className="visually-hidden">{t('Unread:')} </span>}
        {title}
      </span>{' '}
      {target && <span className="notification-target">{target}</span>}
    </span>
  )
  return (
    <li className="notification" data-unread={!isRead || undefined}>
      {href ? (
        <Link className={className} href={href} onClick={() => !isRead && void sendRead(id)}>
          {text}
        </Link>
      ) : (
        <span className={className}>{text}</span>
      )}
      {about && <span className="notification-about">{about}</span>}
      <span className="notification-time">
        <RelativeTime at={at} />
      </span>
      {children}
    </li>
  )
}

/** Marks it as read beside the visit of the link. Open pages learn of it over the channel; if it fails, it stays unread. */
async function sendRead(id: string): Promise<void> {
  const url = route('notifications.read')
  const headers = { Accept: 'application/json' }
  await http
    .getClient()
    .request({ method: 'put', url, headers, data: { id } })
    .catch(() => {})
}
