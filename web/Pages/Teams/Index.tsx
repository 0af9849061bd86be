import '#web/styles/teams.css'
import { Head, Link } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import type { TeamListItem } from '#app/teams/pages.ts'
import { Avatar } from '#web/components/Avatar.tsx'
import { ButtonLink } from '#web/components/Button.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { FormPopup } from '#web/components/FormPopup.tsx'
import { people } from '#web/components/icons/people.ts'
import { Section } from '#web/components/Section.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Member } from '#web/Layouts/Member.tsx'
import { route } from '#web/route.ts'

import { JoinByDomain } from './Partials/JoinByDomain.tsx'
import { ReceivedInvitations } from './Partials/ReceivedInvitations.tsx'
import { teamRoleLabel } from './Partials/role-labels.ts'

export default function Index(props: Pages['Teams/Index']) {
  const t = useTranslation()
  const { teams, maxOwned, invitations, joinable } = props
  const owned = teams.filter(({ role }) => role === 'owner').length
  const isPrimary = invitations.length + joinable.length === 0
  const create = owned < maxOwned && (
    <ButtonLink tone={isPrimary ? 'primary' : undefined} href={route('teams.create')}>
      {t('Create a team')}
    </ButtonLink>
  )
  return (
    <>
      <Head title={t('Teams')} />
      <header className="page-heading">
        <h1 className="heading">{t('Teams')}</h1>
        {teams.length > 0 && create}
      </header>
      <div>
        {invitations.length > 0 && <ReceivedInvitations invitations={invitations} />}
        {joinable.length > 0 && <JoinByDomain joinable={joinable} />}
        <Section
          id="teams"
          title={t('Your teams')}
          description={t('Work that you share with others belongs to a team.')}
          wide
        >
          {teams.length > 0 ? (
            <TeamTable teams={teams} />
          ) : (
            <div className="card">
              <EmptyState icon={people} action={create}>
                {t("You aren't a member of any team.")}
              </EmptyState>
            </div>
          )}
        </Section>
      </div>
    </>
  )
}

Index.layout = [Member]

function TeamTable({ teams }: { teams: TeamListItem[] }) {
  const t = useTranslation()
  const columnTitles = [t('Team'), t('Your role')]
  return (
    <div className="card">
      <Table caption={t('Your teams')} columnTitles={columnTitles} compact>
        {teams.map(({ slug, name, role, mayOpen, pictureUrl, deletesAt }) => (
          <Row key={slug} columnTitles={columnTitles}>
            <span className="team-member">
              <Avatar name={name} profile_photo_url={pictureUrl} />
              <span className="grid">
                {mayOpen ? (
                  <Link href={route('team.show', { team: slug })} className="team-link">
                    {name}
                  </Link>
                ) : (
                  <>
                    {name}
                    <LeaveTeam slug={slug} name={name} />
                  </>
                )}
                {deletesAt && (
                  <span className="text-attention text-13">{t('About to be deleted')}</span>
                )}
              </span>
            </span>
            {teamRoleLabel(t, role)}
          </Row>
        ))}
      </Table>
    </div>
  )
}

/** Leaves a team from the list, for a role that opens none of its pages. */
function LeaveTeam({ slug, name }: { slug: string; name: string }) {
  const t = useTranslation()
  return (
    <FormPopup
      action={route('team-membership.destroy', { team: slug })}
      method="delete"
      errorBag={`leave-${slug}`}
      triggerText={t('Leave the team…')}
      triggerLabel={t('Leave the team {name}…', { name })}
      title={t('Leave the team {name}?', { name })}
      submitLabel={t('Leave the team')}
      tone="danger"
    >
      <p>{t('You lose access right away. To come back, you need a new invitation.')}</p>
    </FormPopup>
  )
}
