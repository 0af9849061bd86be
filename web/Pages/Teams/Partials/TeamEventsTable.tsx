import type { Translator } from '@foyer/i18n'
import { Link } from '@inertiajs/react'

import { teamEventTitle } from '#app/team-log/event-titles.ts'
import type { TeamLogRow } from '#app/team-log/pages.ts'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { separator } from '#web/lib/separator.ts'
import { route } from '#web/route.ts'

import { teamRoleLabel } from './role-labels.ts'

interface Props {
  events: TeamLogRow[]
  /** The team's slug. With it, each time links to the team as it was then. */
  team?: string
}

export function TeamEventsTable({ events, team }: Props) {
  const t = useTranslation()
  const columnTitles = [t('Event'), t('By'), t('Time')]
  return (
    <Table caption={t('Team activity')} columnTitles={columnTitles} compact>
      {events.map((event) => (
        <Row key={event.seq} columnTitles={columnTitles}>
          <EventCell event={event} />
          {event.actor ?? '–'}
          {team === undefined ? (
            <RelativeTime at={event.at} />
          ) : (
            <Link href={route('team-log.index', { team, event: event.seq })} preserveScroll>
              <RelativeTime at={event.at} />
            </Link>
          )}
        </Row>
      ))}
    </Table>
  )
}

function EventCell({ event: { type, member, operator, isToken, data } }: { event: TeamLogRow }) {
  const t = useTranslation()
  const concerned = member === undefined ? null : (member ?? t('A deleted account'))
  const details = [
    [concerned, changeDetail(t, data)].filter(Boolean).join(separator),
    operator && operatorNote(t, operator.reason),
    isToken && t('By an API token'),
  ]
  return (
    <span className="grid">
      <span>{t(teamEventTitle(type))}</span>
      {details.map(
        (detail) =>
          detail && (
            <span key={detail} className="text-muted text-13 break-words">
              {detail}
            </span>
          ),
      )}
    </span>
  )
}

/** The role that was given, or what was changed. */
function changeDetail(t: Translator, data: TeamLogRow['data']): string | null {
  const { before, after, role, domain, host } = data
  if (typeof before === 'string' && typeof after === 'string')
    return t('{from} → {to}', { from: teamRoleLabel(t, before), to: teamRoleLabel(t, after) })
  if (typeof role === 'string') return teamRoleLabel(t, role)
  return [domain, host].find((it) => typeof it === 'string') ?? null
}

function operatorNote(t: Translator, reason: string | null): string {
  return reason === null ? t('By the operator') : t('By the operator: {reason}', { reason })
}
