import type { TeamLogRow } from '#app/teams/pages.ts'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'

import { teamEventTitle } from './team-event-title.ts'

export function TeamEventTable({ events }: { events: TeamLogRow[] }) {
  const t = useTranslation()
  const columnTitles = [t('Event'), t('By'), t('Time')]
  return (
    <div className="card">
      <Table caption={t('Team activity')} columnTitles={columnTitles}>
        {events.map((event) => (
          <Row key={event.seq} columnTitles={columnTitles}>
            <EventCell event={event} />
            {event.actor ?? '–'}
            <RelativeTime at={event.at} />
          </Row>
        ))}
      </Table>
    </div>
  )
}

function EventCell({ event }: { event: TeamLogRow }) {
  const t = useTranslation()
  const { member } = event
  return (
    <span className="grid">
      <span>{teamEventTitle(t, event.type)}</span>
      {member !== undefined && (
        <span className="text-muted text-13 break-words">{member ?? t('A deleted account')}</span>
      )}
    </span>
  )
}
