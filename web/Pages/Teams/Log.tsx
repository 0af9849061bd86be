import '#web/styles/time-travel.css'
import '#web/styles/time-travel-comparison.css'
import { Link } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { teamEventTitle } from '#app/team-log/event-titles.ts'
import { Alert } from '#web/components/Alert.tsx'
import { ButtonLink } from '#web/components/Button.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { skipToEnd } from '#web/components/icons/skip-to-end.ts'
import { Section } from '#web/components/Section.tsx'
import { MomentPicker } from '#web/components/time-travel/MomentPicker.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Member } from '#web/Layouts/Member.tsx'
import { route } from '#web/route.ts'

import { TeamComparison } from './Partials/TeamComparison.tsx'
import { TeamEventsTable } from './Partials/TeamEventsTable.tsx'
import { TeamFrame } from './Partials/TeamFrame.tsx'
import { teamMomentLinks, useTeamTimeTravel } from './Partials/use-team-time-travel.ts'

type Props = Pages['Teams/Log']

export default function Log(props: Props) {
  const { team, moment } = props
  return (
    <TeamFrame team={team} current="log">
      <div className="team-time-travel">
        {moment.adjusted && <Alert tone="attention">{moment.adjusted.reason}</Alert>}
        <TeamMoment {...props} />
        <TeamEvents {...props} />
      </div>
    </TeamFrame>
  )
}

function TeamMoment(props: Props) {
  const t = useTranslation()
  const { team, activity, moment, events } = props
  const { controls, shown } = useTeamTimeTravel(props)
  const links = teamMomentLinks(team.slug)
  const titleOf = (seq: number) => {
    const event = events.find((each) => each.seq === seq)
    return event && t(teamEventTitle(event.type))
  }
  return (
    <>
      <MomentPicker
        {...{ activity, moment, links, titleOf }}
        timeTravel={controls}
        comparedAt={null}
        hasChangesOnly
      >
        {!controls.shown.isNow && (
          <div className="back-to-now">
            <Link className="button" href={links.urlOf({ at: null })} preserveScroll>
              <Icon path={skipToEnd} small />
              {t('Back to now')}
            </Link>
          </div>
        )}
      </MomentPicker>
      <TeamComparison {...shown} />
    </>
  )
}

function TeamEvents({ team, moment, events, nextHref, isIntact }: Props) {
  const t = useTranslation()
  const description = moment.isNow
    ? t('All activity in the team.')
    : t('All activity in the team until then.')
  const checked = t('Checked: nothing on this page was altered.')
  return (
    <Section
      id="log"
      title={t('What happened')}
      description={isIntact ? `${description} ${checked}` : description}
      wide
    >
      {!isIntact && (
        <Alert tone="danger">
          {t('This log was tampered with. Contact the operator of this site.')}
        </Alert>
      )}
      <div className="card">
        <TeamEventsTable events={events} team={team.slug} />
      </div>
      <div className="form-actions">
        {nextHref && <ButtonLink href={nextHref}>{t('Older events')}</ButtonLink>}
        <a className="link" href={route('team-log.export', { team: team.slug })}>
          {t('Download the event log')}
        </a>
        <a className="link" href={route('team-log.csv', { team: team.slug })}>
          {t('Download as CSV')}
        </a>
      </div>
    </Section>
  )
}

Log.layout = [Member]
