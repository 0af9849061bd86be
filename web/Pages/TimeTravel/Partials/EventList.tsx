import { memo, type RefObject, useMemo } from 'react'

import type { EventRow, Pages } from '#app/pages.ts'
import { EventItem } from '#web/Pages/TimeTravel/Partials/EventItem.tsx'
import { dayIn } from '#web/Pages/TimeTravel/Partials/moment.ts'
import { MoreEvents } from '#web/Pages/TimeTravel/Partials/MoreEvents.tsx'
import { EmptyState } from '#web/parts/EmptyState.tsx'
import { Icon } from '#web/parts/Icon.tsx'
import { beerMug } from '#web/parts/icons/beer-mug.ts'
import { useZone } from '#web/parts/zone.ts'
import { useText } from '#web/text.tsx'

interface Props extends Pick<Pages['TimeTravel/Index'], 'events' | 'event' | 'moment' | 'filters'> {
  /** The number of the newest event of all. */
  total: number
  list: RefObject<HTMLDivElement | null>
}

/** What happened, by day, the newest first; on a quiet stretch a beer. */
export const EventList = memo(function EventList(props: Props) {
  const { events, event, moment, filters, total, list } = props
  const t = useText()
  const zone = useZone()
  const { newer, older } = cursors(events, total)
  const days = useMemo(() => byDay(events.data, zone), [events.data, zone])

  return (
    <div ref={list} className="days" tabIndex={-1}>
      <MoreEvents way="newer" cursor={newer} />
      {days.length === 0 && (
        <EmptyState icon={beerMug}>{t('Nothing happened here. Cheers.')}</EmptyState>
      )}
      {days.map(({ day, rows, quietDays }) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          {quietDays >= quietFrom && (
            <p className="quiet">
              <Icon of={beerMug} small />
              {t.n(
                quietDays,
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
                isHere={row.seq === moment.seq && !moment.isNow}
                at={moment.isNow ? null : moment.at}
                type={filters.type}
                device={filters.device}
              />
            ))}
          </ol>
        </section>
      ))}
      <MoreEvents way="older" cursor={older} />
    </div>
  )
})

/** By what is on the page, which has come in many parts. */
function cursors({ data, older }: Props['events'], total: number) {
  const [newest, oldest] = [data[0]?.seq ?? total, data.at(-1)?.seq ?? 1]
  return {
    newer: newest < total ? `newer-${newest}` : null,
    older: oldest > 1 && older !== null ? `older-${oldest}` : null,
  }
}

const quietFrom = 14
const dayMs = 86_400_000

interface Day {
  day: string
  rows: EventRow[]
  /** Between this day and the one above it. */
  quietDays: number
}

function byDay(rows: EventRow[], zone: string): Day[] {
  const days: Day[] = []
  for (const row of rows) {
    const day = dayIn(zone, Date.parse(row.at))
    const last = days.at(-1)
    if (last?.day === day) last.rows.push(row)
    else {
      const quietDays = last ? Math.round((Date.parse(last.day) - Date.parse(day)) / dayMs) - 1 : 0
      days.push({ day, rows: [row], quietDays })
    }
  }
  return days
}
