import { Link } from '@inertiajs/react'

import type { EventRow } from '#app/pages.ts'
import { Card } from '#web/parts/Card.tsx'
import { deviceWords } from '#web/parts/device-words.ts'
import { EmptyState } from '#web/parts/EmptyState.tsx'
import { eventNote } from '#web/parts/event-note.ts'
import { eventWords } from '#web/parts/event-words.ts'
import { Icon } from '#web/parts/Icon.tsx'
import { beerMug } from '#web/parts/icons/beer-mug.ts'
import { kindWords } from '#web/parts/kind-words.ts'
import { RelativeTime } from '#web/parts/RelativeTime.tsx'
import { Skeleton } from '#web/parts/Skeleton.tsx'
import { Row, Table } from '#web/parts/Table.tsx'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

interface Props {
  /** Undefined while they are on their way. */
  events: EventRow[] | undefined
}

/** The end of the record, each event with the way to the account as it was just after it. */
export function Lately({ events }: Props) {
  const t = useText()
  const title = t('What happened lately')
  return (
    <div id="lately" className="dashboard-wide">
      <Card
        title={title}
        note={<Link href={route('time-travel.index')}>{t('Everything that happened')}</Link>}
      >
        {events ? <Events title={title} events={events} /> : <Waiting />}
      </Card>
    </div>
  )
}

function Waiting() {
  return (
    <div className="needs-script p-6">
      <Skeleton lines={5} />
    </div>
  )
}

function Events({ title, events }: { title: string; events: EventRow[] }) {
  const t = useText()
  const titles = [t('Event'), t('Device'), t('When')]
  if (events.length === 0)
    return <EmptyState icon={beerMug}>{t('Nothing happened here. Cheers.')}</EmptyState>
  return (
    <Table caption={title} titles={titles}>
      {events.map(({ seq, at, device, isThisSession, ...event }) => (
        <Row key={seq} titles={titles}>
          <span className="device">
            <Icon of={kindWords[event.kind].icon} />
            <span>
              <Link href={route('time-travel.index', { event: seq })}>
                {t(eventWords(event.type))}
              </Link>{' '}
              <span className="text-muted wrap-anywhere">{eventNote(t, event)}</span>
            </span>
          </span>
          <span>
            {device ? deviceWords(t, device) : t('By Foyer')}{' '}
            {isThisSession && <span className="badge">{t('This session')}</span>}
          </span>
          <RelativeTime at={at} />
        </Row>
      ))}
    </Table>
  )
}
