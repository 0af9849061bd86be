import { memo } from 'react'

import type { EventDetail, EventFilters } from '#app/time-travel/pages.ts'
import { Icon } from '#web/components/Icon.tsx'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { eventDeviceLabel } from '#web/lib/device-label.ts'
import { eventKindLabels } from '#web/lib/event-kind-labels.ts'
import { EventItem } from '#web/Pages/TimeTravel/Partials/EventItem.tsx'

import { type EventGroup as Group, groupTitle, minGroupSize } from './event-groups.ts'

interface Props {
  group: Group
  /** The opened event, in this group or not. */
  detail: EventDetail | null
  /** The event that the selected moment is right after; null at now. */
  selectedSeq: number | null
  /** The selected moment: ISO 8601, UTC; null is now. */
  at: string | null
  filters: EventFilters
}

/** Repeated events are folded into one line. */
export const EventGroup = memo(function EventGroup(props: Props) {
  const { group, detail, selectedSeq } = props
  const t = useTranslation()
  const timeZone = useTimezone()
  const { rows } = group
  const [newest, oldest] = [rows[0], rows.at(-1)]
  const items = rows.map((row) => <Item key={row.seq} row={row} {...props} />)
  if (!newest || !oldest || rows.length < minGroupSize) return items
  const contains = (seq: number | null | undefined) => rows.some((row) => row.seq === seq)
  const time = (at: string) => t.date(at, { timeStyle: 'short', timeZone })
  return (
    <li>
      <details
        className="event-group"
        open={contains(detail?.seq) || contains(selectedSeq) || undefined}
      >
        <summary>
          <Icon path={eventKindLabels[newest.kind].icon} />
          <span>
            {groupTitle(t, group)}
            {newest.type !== 'session.ended' && (
              <span className="event-device">{eventDeviceLabel(t, newest)}</span>
            )}
          </span>
          <time dateTime={newest.at} suppressHydrationWarning>
            {time(oldest.at) === time(newest.at)
              ? time(newest.at)
              : `${time(oldest.at)} – ${time(newest.at)}`}
          </time>
        </summary>
        <ol>{items}</ol>
      </details>
    </li>
  )
})

function Item({ row, detail, selectedSeq, at, filters }: Props & { row: Group['rows'][number] }) {
  const { type, device, search, comparedAt } = filters
  return (
    <EventItem
      row={row}
      detail={detail?.seq === row.seq ? detail : null}
      isSelected={row.seq === selectedSeq}
      {...{ at, type, device, search, comparedAt }}
    />
  )
}
