import type { AdminEventRow } from '#app/admin/pages.ts'
import { eventTitle } from '#app/event-titles.ts'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { eventDetailLine } from '#web/lib/event-detail-line.ts'

export function AccountEventsTable({ events }: { events: AdminEventRow[] }) {
  const t = useTranslation()
  const columnTitles = [t('Event'), t('When')]
  return (
    <Table caption={t('Recent activity')} columnTitles={columnTitles} compact>
      {events.map((event) => (
        <Row key={event.seq} columnTitles={columnTitles}>
          <span>
            {t(eventTitle(event.type))}{' '}
            <span className="text-muted wrap-anywhere">{eventDetailLine(t, event)}</span>
          </span>
          <RelativeTime at={event.at} />
        </Row>
      ))}
    </Table>
  )
}
