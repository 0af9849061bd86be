import { Head, Link } from '@inertiajs/react'

import type { AdminTeamMember } from '#app/admin/team-pages.ts'
import type { Pages } from '#app/pages.ts'
import { ButtonLink } from '#web/components/Button.tsx'
import { Card } from '#web/components/Card.tsx'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { useCan } from '#web/hooks/use-can.ts'
import { useTranslation } from '#web/i18n.tsx'
import { Admin } from '#web/Layouts/Admin.tsx'
import { Member } from '#web/Layouts/Member.tsx'
import { teamRoleLabel } from '#web/Pages/Teams/Partials/role-labels.ts'
import { TeamEventsTable } from '#web/Pages/Teams/Partials/TeamEventsTable.tsx'
import { route } from '#web/route.ts'

import { TeamActions } from './Partials/TeamActions.tsx'
import { TeamFacts } from './Partials/TeamFacts.tsx'

export default function Team(props: Pages['Admin/Team']) {
  const { team, members, nextMember, events, maxSeatLimit } = props
  const t = useTranslation()
  const can = useCan()
  return (
    <>
      <Head title={t('Team {name}', { name: team.name })} />
      <header className="page-heading">
        <div className="grid gap-2">
          <h1 className="heading wrap-anywhere">{team.name}</h1>
          <p className="text-muted wrap-anywhere" translate="no">
            {team.slug}
          </p>
        </div>
        {can('teams.manage') && <TeamActions team={team} maxSeatLimit={maxSeatLimit} />}
      </header>
      <Card title={t('Team')}>
        <TeamFacts team={team} />
      </Card>
      <Card title={t('Members')}>
        <MembersTable members={members} />
      </Card>
      {nextMember && (
        <p>
          <ButtonLink href={route('admin.team', { team: team.id, after: nextMember })}>
            {t('More members')}
          </ButtonLink>
        </p>
      )}
      <Card title={t('Recent activity')}>
        <TeamEventsTable events={events} />
      </Card>
    </>
  )
}

Team.layout = [[Member, { showsConfirmationBadge: true }], Admin]

function MembersTable({ members }: { members: AdminTeamMember[] }) {
  const t = useTranslation()
  const columnTitles = [t('Account'), t('Role'), t('Member since')]
  return (
    <Table caption={t('Members')} columnTitles={columnTitles} compact>
      {members.map((member) => (
        <Row key={member.id} columnTitles={columnTitles}>
          <Link className="admin-account" href={route('admin.account', { account: member.id })}>
            <span>{member.name}</span>
            <small translate="no">{member.email}</small>
          </Link>
          <span>{teamRoleLabel(t, member.role)}</span>
          <RelativeTime at={member.joinedAt} inDays />
        </Row>
      ))}
    </Table>
  )
}
