import { Link } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import type { TeamLogRow } from '#app/teams/pages.ts'
import { Alert } from '#web/components/Alert.tsx'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Section } from '#web/components/Section.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Member } from '#web/Layouts/Member.tsx'
import { route } from '#web/route.ts'

import { teamEventTitle } from './Partials/team-event-title.ts'
import { TeamFrame } from './Partials/TeamFrame.tsx'

export default function Log({ team, events, nextHref, isIntact }: Pages['Teams/Log']) {
  const t = useTranslation()
  const columnTitles = [t('Event'), t('By'), t('Time')]
  return (
    <TeamFrame team={team} current="log">
      <Section
        id="log"
        title={t('Activity')}
        description={t('Everything that happened in the team. Nobody can change it.')}
        wide
      >
        {isIntact ? (
          <p className="text-muted">{t('The events on this page are as the server wrote them.')}</p>
        ) : (
          <Alert tone="danger">
            {t('This log was tampered with. Contact the operator of this site.')}
          </Alert>
        )}
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
        <p className="row-actions">
          {nextHref && <Link href={nextHref}>{t('Older events')}</Link>}
          <a href={route('team-log.csv', { team: team.slug })}>{t('Download as CSV')}</a>
        </p>
      </Section>
    </TeamFrame>
  )
}

Log.layout = [Member]

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
