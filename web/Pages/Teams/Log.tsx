import type { Pages } from '#app/pages.ts'
import { Alert } from '#web/components/Alert.tsx'
import { ButtonLink } from '#web/components/Button.tsx'
import { Section } from '#web/components/Section.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Member } from '#web/Layouts/Member.tsx'
import { route } from '#web/route.ts'

import { TeamEventsTable } from './Partials/TeamEventsTable.tsx'
import { TeamFrame } from './Partials/TeamFrame.tsx'

export default function Log({ team, events, nextHref, isIntact }: Pages['Teams/Log']) {
  const t = useTranslation()
  return (
    <TeamFrame team={team} current="log">
      <Section
        id="log"
        title={t('Activity')}
        description={
          isIntact
            ? t('Everything that happened in the team. Checked: nothing on this page was altered.')
            : t('Everything that happened in the team.')
        }
        wide
      >
        {!isIntact && (
          <Alert tone="danger">
            {t('This log was tampered with. Contact the operator of this site.')}
          </Alert>
        )}
        <div className="card">
          <TeamEventsTable events={events} />
        </div>
        <div className="form-actions">
          {nextHref && <ButtonLink href={nextHref}>{t('Older events')}</ButtonLink>}
          <a className="link" href={route('team-log.csv', { team: team.slug })}>
            {t('Download as CSV')}
          </a>
        </div>
      </Section>
    </TeamFrame>
  )
}

Log.layout = [Member]
