import type { AdminTeam } from '#app/admin/team-pages.ts'
import { useTranslation } from '#web/i18n.tsx'

import { Fact, Time } from './AdminFact.tsx'

export function TeamFacts({ team }: { team: AdminTeam }) {
  const t = useTranslation()
  const { memberCount: count, seats: max } = team
  return (
    <dl className="admin-facts">
      <Fact label={t('Members')}>{t('{count} of {max} seats', { count, max })}</Fact>
      <Fact label={t('Seat limit')}>{team.seatLimit ?? t('Default')}</Fact>
      {team.deletesAt && (
        <Fact label={t('Team will be deleted')}>
          <Time at={team.deletesAt} />
        </Fact>
      )}
      <Fact label={t('Created')}>
        <Time at={team.createdAt} />
      </Fact>
      <Fact label={t('ID')}>
        <code className="mono" translate="no">
          {team.id}
        </code>
      </Fact>
    </dl>
  )
}
