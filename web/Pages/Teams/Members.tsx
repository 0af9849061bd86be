import { Link } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Section } from '#web/components/Section.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Member } from '#web/Layouts/Member.tsx'

import { InvitationsSection } from './Partials/InvitationsSection.tsx'
import { MemberAttributes } from './Partials/MemberAttributes.tsx'
import { MemberTable } from './Partials/MemberTable.tsx'
import { TeamFrame } from './Partials/TeamFrame.tsx'

export default function Members(props: Pages['Teams/Members']) {
  const t = useTranslation()
  const { team, members, memberCount, seats, nextHref, invitations, assignableRoles } = props
  return (
    <TeamFrame team={team} current="members">
      <Section
        id="members"
        title={t('Members')}
        description={t('{count} of {max} seats', { count: memberCount, max: seats })}
        wide
      >
        <MemberTable
          team={team}
          members={members}
          assignableRoles={assignableRoles}
          details={(member) => <MemberAttributes {...props} member={member.id} />}
        />
        {nextHref && (
          <p>
            <Link href={nextHref}>{t('More members')}</Link>
          </p>
        )}
      </Section>
      {invitations && (
        <InvitationsSection
          team={team}
          invitations={invitations}
          assignableRoles={assignableRoles}
          days={props.invitationDays}
        />
      )}
    </TeamFrame>
  )
}

Members.layout = [Member]
