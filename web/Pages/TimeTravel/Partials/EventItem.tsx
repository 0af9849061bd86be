import { Link } from '@inertiajs/react'
import { memo } from 'react'

import { eventTitle } from '#app/event-titles.ts'
import type { EventDetail as Detail, EventRow } from '#app/time-travel/pages.ts'
import { Icon } from '#web/components/Icon.tsx'
import { momentUrl, type MomentQuery } from '#web/components/time-travel/moment-url.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { eventDeviceLabel } from '#web/lib/device-label.ts'
import { eventDetailLine } from '#web/lib/event-detail-line.ts'
import { eventKindLabels } from '#web/lib/event-kind-labels.ts'
import { EventDetail } from '#web/Pages/TimeTravel/Partials/EventDetail.tsx'

interface Props {
  row: EventRow
  detail: Detail | null
  /** The selected moment is right after this event. */
  isSelected: boolean
  /** The selected moment: ISO 8601, UTC; null is now. */
  at: string | null
  type: string | null
  device: string | null
  search: string | null
  comparedAt: string | null
}

export const EventItem = memo(function EventItem({
  row,
  detail,
  isSelected,
  at,
  ...filters
}: Props) {
  const t = useTranslation()
  const timeZone = useTimezone()
  const summary = eventDetailLine(t, row)
  // Expanding an event keeps the selected moment in the URL.
  const shownAt = at === null ? null : Date.parse(at)
  const linkQuery: Pick<MomentQuery, 'at' | 'event'> = detail
    ? { at: shownAt }
    : { at: shownAt ?? 'now', event: row.seq }
  return (
    <li className="event" data-selected={isSelected || undefined} id={`event-${row.seq}`}>
      <Link
        href={momentUrl({ ...filters, ...linkQuery })}
        only={['event']}
        preserveState
        preserveScroll
        aria-expanded={detail !== null}
        aria-current={isSelected ? 'true' : undefined}
      >
        <time dateTime={row.at} suppressHydrationWarning>
          {t.date(row.at, { timeStyle: 'short', timeZone })}
        </time>
        <Icon path={eventKindLabels[row.kind].icon} />
        <span className="event-text">
          <span>{t(eventTitle(row.type))}</span>
          {summary && <span className="event-summary">{summary}</span>}
        </span>
        <span className="event-device">
          {eventDeviceLabel(t, row)}
          {row.isThisSession && <span className="badge">{t('This device')}</span>}
        </span>
      </Link>
      {detail && <EventDetail detail={detail} />}
    </li>
  )
})
