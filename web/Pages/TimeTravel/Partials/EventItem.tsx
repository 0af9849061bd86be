import { Link } from '@inertiajs/react'
import { memo } from 'react'

import type { EventDetail as Detail, EventRow } from '#app/pages.ts'
import { addressOf, type Asked } from '#web/Pages/TimeTravel/Partials/address.ts'
import { EventDetail } from '#web/Pages/TimeTravel/Partials/EventDetail.tsx'
import { deviceWords } from '#web/parts/device-words.ts'
import { eventNote } from '#web/parts/event-note.ts'
import { eventWords } from '#web/parts/event-words.ts'
import { Icon } from '#web/parts/Icon.tsx'
import { kindWords } from '#web/parts/kind-words.ts'
import { useZone } from '#web/parts/zone.ts'
import { useText } from '#web/text.tsx'

interface Props {
  row: EventRow
  /** Null while it is closed. */
  detail: Detail | null
  /** The moment shown is the one after this event. */
  isHere: boolean
  /** Of the page: ISO 8601, UTC; null is now. */
  at: string | null
  type: string | null
  device: string | null
}

export const EventItem = memo(function EventItem({ row, detail, isHere, at, ...filters }: Props) {
  const t = useText()
  const timeZone = useZone()
  const note = eventNote(t, row)
  // Opening one leads nowhere else: a reload shows what is shown.
  const here = at === null ? null : Date.parse(at)
  const opened: Pick<Asked, 'at' | 'event'> = detail
    ? { at: here }
    : { at: here ?? 'now', event: row.seq }
  return (
    <li className="event" data-here={isHere || undefined} id={`event-${row.seq}`}>
      <Link
        href={addressOf({ ...filters, ...opened })}
        only={['event']}
        preserveState
        preserveScroll
        aria-expanded={detail !== null}
        aria-current={isHere ? 'true' : undefined}
      >
        <time dateTime={row.at} suppressHydrationWarning>
          {t.date(row.at, { timeStyle: 'short', timeZone })}
        </time>
        <Icon of={kindWords[row.kind].icon} />
        <span className="event-words">
          <span>{t(eventWords(row.type))}</span>
          {note && <span className="event-note">{note}</span>}
        </span>
        <span className="event-device">
          {row.device ? deviceWords(t, row.device) : t('By Foyer')}
          {row.isThisSession && <span className="badge">{t('This session')}</span>}
        </span>
      </Link>
      {detail && <EventDetail detail={detail} />}
    </li>
  )
})
