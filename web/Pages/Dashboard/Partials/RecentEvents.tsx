import { Link, router } from '@inertiajs/react'
import { useEffect } from 'react'

import { eventTitle } from '#app/event-titles.ts'
import type { EventRow } from '#app/time-travel/pages.ts'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { beerMug } from '#web/components/icons/beer-mug.ts'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Skeleton } from '#web/components/Skeleton.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { eventDeviceLabel } from '#web/lib/device-label.ts'
import { eventDetailLine } from '#web/lib/event-detail-line.ts'
import { eventKindLabels } from '#web/lib/event-kind-labels.ts'
import { route } from '#web/route.ts'

interface Props {
  /** Undefined while they load. */
  events: EventRow[] | undefined
}

/** Loads the events itself: the response to a deferred prop would hydrate the whole page at once. */
export function RecentEvents({ events }: Props) {
  const t = useTranslation()
  const title = t('Recent activity')
  useEffect(() => {
    if (!events)
      router.reload({ only: ['recentEvents'], preserveErrors: true, showProgress: false })
  }, [events])
  return (
    <div id="recent-events" className="dashboard-wide">
      <Card title={title} note={<Link href={route('time-travel.index')}>{t('All activity')}</Link>}>
        {events ? <EventsTable title={title} events={events} /> : <EventsSkeleton />}
      </Card>
    </div>
  )
}

function EventsSkeleton() {
  return (
    <div className="needs-script p-6">
      <Skeleton lines={5} />
    </div>
  )
}

function EventsTable({ title, events }: { title: string; events: EventRow[] }) {
  const t = useTranslation()
  const columnTitles = [t('Event'), t('Device'), t('When')]
  if (events.length === 0) return <EmptyState icon={beerMug}>{t('No activity yet.')}</EmptyState>
  return (
    <Table caption={title} columnTitles={columnTitles} compact>
      {events.map(({ seq, at, isThisSession, ...event }) => {
        const detail = eventDetailLine(t, event)
        return (
          <Row key={seq} columnTitles={columnTitles}>
            <span className="device">
              <Icon path={eventKindLabels[event.kind].icon} />
              <span className="dotted">
                <Link href={route('time-travel.index', { event: seq })}>
                  {t(eventTitle(event.type))}
                </Link>{' '}
                {detail && <span className="text-muted wrap-anywhere">{detail}</span>}
              </span>
            </span>
            <span>
              {eventDeviceLabel(t, event)}{' '}
              {isThisSession && <span className="badge">{t('This device')}</span>}
            </span>
            <RelativeTime at={at} />
          </Row>
        )
      })}
    </Table>
  )
}
