import { memo, type RefObject, useMemo } from 'react'

import type { EventRow, Pages } from '#app/pages.ts'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { beerMug } from '#web/components/icons/beer-mug.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { EventItem } from '#web/Pages/TimeTravel/Partials/EventItem.tsx'
import { MoreEvents } from '#web/Pages/TimeTravel/Partials/MoreEvents.tsx'

import { formatLocalDay } from './local-time.ts'

interface Props extends Pick<Pages['TimeTravel/Index'], 'events' | 'event' | 'moment' | 'filters'> {
  /** Sequence number of the account's newest event. */
  total: number
  list: RefObject<HTMLDivElement | null>
}

/** The events by day, newest first, with longer gaps labelled. */
export const EventList = memo(function EventList(props: Props) {
  const { events, event, moment, filters, total, list } = props
  const t = useTranslation()
  const zone = useTimezone()
  const { newerCursor, olderCursor } = cursors(events, total)
  const days = useMemo(() => groupByDay(events.data, zone), [events.data, zone])

  return (
    <div ref={list} className="events-by-day" tabIndex={-1} scroll-region="">
      <MoreEvents direction="newer" cursor={newerCursor} />
      {days.length === 0 && (
        <EmptyState icon={beerMug}>{t('Nothing happened here. Cheers.')}</EmptyState>
      )}
      {days.map(({ day, rows, daysWithoutEvents }) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          {daysWithoutEvents >= minDaysWithoutEvents && (
            <p className="event-gap">
              <Icon path={beerMug} small />
              {t.n(
                daysWithoutEvents,
                'Nothing happened for a day. Cheers.',
                'Nothing happened for {count} days. Cheers.',
              )}
            </p>
          )}
          <h3 id={`day-${day}`}>
            <time dateTime={day}>
              {t.date(`${day}T12:00:00Z`, { dateStyle: 'full', timeZone: 'UTC' })}
            </time>
          </h3>
          <ol>
            {rows.map((row) => (
              <EventItem
                key={row.seq}
                row={row}
                detail={event?.seq === row.seq ? event : null}
                isSelected={row.seq === moment.seq && !moment.isNow}
                at={moment.isNow ? null : moment.at}
                type={filters.type}
                device={filters.device}
              />
            ))}
          </ol>
        </section>
      ))}
      <MoreEvents direction="older" cursor={olderCursor} />
    </div>
  )
})

/** Derives the cursors from the loaded events, which several responses were merged into. */
function cursors({ data, olderCursor }: Props['events'], total: number) {
  const [newest, oldest] = [data[0]?.seq ?? total, data.at(-1)?.seq ?? 1]
  return {
    newerCursor: newest < total ? `newer-${newest}` : null,
    olderCursor: oldest > 1 && olderCursor !== null ? `older-${oldest}` : null,
  }
}

const minDaysWithoutEvents = 14
const dayMs = 86_400_000

interface Day {
  day: string
  rows: EventRow[]
  /** Number of days without events between this day and the newer one above it. */
  daysWithoutEvents: number
}

function groupByDay(rows: EventRow[], zone: string): Day[] {
  const days: Day[] = []
  for (const row of rows) {
    const day = formatLocalDay(zone, Date.parse(row.at))
    const last = days.at(-1)
    if (last?.day === day) last.rows.push(row)
    else {
      const daysWithoutEvents = last
        ? Math.round((Date.parse(last.day) - Date.parse(day)) / dayMs) - 1
        : 0
      days.push({ day, rows: [row], daysWithoutEvents })
    }
  }
  return days
}
