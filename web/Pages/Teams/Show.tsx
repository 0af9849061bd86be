import { Link } from '@inertiajs/react'
import type { ReactNode } from 'react'

import type { Pages } from '#app/pages.ts'
import { ButtonLink } from '#web/components/Button.tsx'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Section } from '#web/components/Section.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Member } from '#web/Layouts/Member.tsx'
import { route } from '#web/route.ts'

import { MemberTable } from './Partials/MemberTable.tsx'
import { RequirementList } from './Partials/RequirementList.tsx'
import { teamRoleLabel } from './Partials/role-labels.ts'
import { TeamEventsTable } from './Partials/TeamEventsTable.tsx'
import { TeamFrame } from './Partials/TeamFrame.tsx'

export default function Show(props: Pages['Teams/Show']) {
  const t = useTranslation()
  const { team, members, memberCount, openInvitations, teamEvents } = props
  const membersUrl = route('team-members.index', { team: team.slug })
  return (
    <TeamFrame team={team} current="overview">
      <div className="team-overview">
        <TeamFacts {...props} />
        <RequirementList
          intro={t('The team requires of its members:')}
          requirements={props.requirements}
        />
      </div>
      <Section
        id="members"
        title={t('Members')}
        description={memberCount === 1 ? t("You're the only member.") : undefined}
        titleButton={
          openInvitations !== null && (
            <ButtonLink tone="primary" href={`${membersUrl}#invite`}>
              {t('Invite members')}
            </ButtonLink>
          )
        }
        wide
      >
        <MemberTable team={team} members={members} />
        {memberCount > members.length && (
          <div className="form-actions">
            <Link className="link" href={membersUrl}>
              {t('See all {count} members', { count: memberCount })}
            </Link>
          </div>
        )}
      </Section>
      {teamEvents && (
        <Section id="activity" title={t('Recent activity')} wide>
          <div className="card">
            <TeamEventsTable events={teamEvents} />
          </div>
          <div className="form-actions">
            <Link className="link" href={route('team-log.index', { team: team.slug })}>
              {t('See all activity')}
            </Link>
          </div>
        </Section>
      )}
    </TeamFrame>
  )
}

Show.layout = [Member]

function TeamFacts(props: Pages['Teams/Show']) {
  const t = useTranslation()
  const { team, memberCount, seats, memberSince, openInvitations } = props
  return (
    <dl className="team-facts">
      <Fact label={t('Your role')}>{teamRoleLabel(t, team.role)}</Fact>
      <Fact label={t('Member since')}>
        <RelativeTime at={memberSince} inDays />
      </Fact>
      <Fact label={t('Seats')}>
        {t('{count} of {max} used', { count: memberCount, max: seats })}
      </Fact>
      {openInvitations !== null && (
        <Fact label={t('Open invitations')}>{t.number(openInvitations)}</Fact>
      )}
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
