import { Link } from '@inertiajs/react'
import { memo, type RefObject, useMemo } from 'react'

import type { Pages } from '#app/pages.ts'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { beerMug } from '#web/components/icons/beer-mug.ts'
import { magnifier } from '#web/components/icons/magnifier.ts'
import { momentUrl } from '#web/components/time-travel/moment-url.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { MoreEvents } from '#web/Pages/TimeTravel/Partials/MoreEvents.tsx'

import { groupByDay } from './event-groups.ts'
import { EventGroup } from './EventGroup.tsx'

interface Props extends Pick<Pages['TimeTravel/Index'], 'events' | 'event' | 'moment' | 'filters'> {
  /** Sequence number of the account's newest event. */
  total: number
  list: RefObject<HTMLDivElement | null>
}

/** The events by day, newest first, with longer gaps labelled. */
export const EventList = memo(function EventList(props: Props) {
  const { events, event, moment, filters, list } = props
  const t = useTranslation()
  const zone = useTimezone()
  const days = useMemo(() => groupByDay(events.data, zone), [events.data, zone])
  const cursors = useMemo(() => cursorsOf(props), [props])
  const isFiltered = isAnyFilterSet(filters)

  return (
    <div ref={list} className="events-by-day" tabIndex={-1} scroll-region="">
      <MoreEvents direction="newer" cursor={cursors.newer} {...{ list, moment, filters }} />
      {days.length === 0 && <NoEvents {...{ moment, filters }} />}
      {days.map(({ day, groups, daysWithoutEvents }) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          {!isFiltered && daysWithoutEvents >= minDaysWithoutEvents && (
            <p className="event-gap">
              <Icon path={beerMug} small />
              {t.n(
                daysWithoutEvents,
                'Nothing happened for a day.',
                'Nothing happened for {count} days.',
              )}
            </p>
          )}
          <h3 id={`day-${day}`}>
            <time dateTime={day}>
              {t.date(`${day}T12:00:00Z`, { dateStyle: 'full', timeZone: 'UTC' })}
            </time>
          </h3>
          <ol>
            {groups.map((group) => (
              <EventGroup
                key={group.rows.at(-1)?.seq}
                group={group}
                detail={event}
                selectedSeq={moment.isNow ? null : moment.seq}
                at={moment.isNow ? null : moment.at}
                filters={filters}
              />
            ))}
          </ol>
        </section>
      ))}
      <MoreEvents
        direction="older"
        cursor={cursors.older}
        searchedTo={events.searchedTo}
        {...{ list, moment, filters }}
      />
    </div>
  )
})

function NoEvents({ moment, filters }: Pick<Props, 'moment' | 'filters'>) {
  const t = useTranslation()
  const at = moment.isNow ? null : Date.parse(moment.at)
  if (!isAnyFilterSet(filters))
    return <EmptyState icon={beerMug}>{t('Nothing happened here.')}</EmptyState>
  const { comparedAt } = filters
  const action = <Link href={momentUrl({ at, comparedAt })}>{t('Show everything')}</Link>
  return (
    <EmptyState icon={magnifier} action={action}>
      {t('No matching events')}
    </EmptyState>
  )
}

function isAnyFilterSet({ type, device, search }: Props['filters']): boolean {
  return type !== null || device !== null || search !== null
}

/** Derives the cursors from the loaded events, which several responses were merged into. */
function cursorsOf({ events, filters, total }: Props) {
  const { data, olderCursor, searchedTo } = events
  const newestSeq = isAnyFilterSet(filters) ? filters.newestSeq : total
  const newest = data[0]?.seq ?? newestSeq
  const oldest = Math.min(data.at(-1)?.seq ?? newestSeq, searchedTo?.seq ?? Infinity)
  return {
    newer: newest < newestSeq ? `newer-${newest}` : null,
    older: oldest > 1 && olderCursor !== null ? `older-${oldest}` : null,
  }
}

const minDaysWithoutEvents = 14
