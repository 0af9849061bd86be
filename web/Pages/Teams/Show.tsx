import type { Pages } from '#app/pages.ts'
import { ButtonLink } from '#web/components/Button.tsx'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Section } from '#web/components/Section.tsx'
import { useCan } from '#web/hooks/use-can.ts'
import { useTranslation } from '#web/i18n.tsx'
import { Member } from '#web/Layouts/Member.tsx'
import { route } from '#web/route.ts'

import { RequirementList } from './Partials/RequirementList.tsx'
import { teamRoleLabel } from './Partials/role-labels.ts'
import { TeamFrame } from './Partials/TeamFrame.tsx'

export default function Show(props: Pages['Teams/Show']) {
  const { team, memberCount, seats, memberSince, requirements } = props
  const t = useTranslation()
  const can = useCan(team)
  const mayInvite = can('members.invite')
  return (
    <TeamFrame team={team} current="overview">
      <Section
        id="overview"
        title={t('At a glance')}
        description={t('The team, and your role in it.')}
      >
        <dl className="team-facts">
          <div>
            <dt>{t('Members')}</dt>
            <dd>{t('{count} of {max} seats', { count: memberCount, max: seats })}</dd>
          </div>
          <div>
            <dt>{t('Your role')}</dt>
            <dd>{teamRoleLabel(t, team.role)}</dd>
          </div>
          <div>
            <dt>{t('Member since')}</dt>
            <dd>
              <RelativeTime at={memberSince} />
            </dd>
          </div>
        </dl>
        <RequirementList
          intro={t('The team requires of its members:')}
          requirements={requirements}
        />
        <div>
          <ButtonLink
            tone={mayInvite ? 'primary' : undefined}
            href={`${route('team-members.index', { team: team.slug })}${mayInvite ? '#invite' : ''}`}
          >
            {mayInvite ? t('Invite members') : t('See the members')}
          </ButtonLink>
        </div>
      </Section>
    </TeamFrame>
  )
}

Show.layout = [Member]
