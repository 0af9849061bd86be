import { Head, Link, router } from '@inertiajs/react'
import type { FormEvent } from 'react'

import type { AdminTeamRow } from '#app/admin/team-pages.ts'
import type { Pages } from '#app/pages.ts'
import { Button, ButtonLink } from '#web/components/Button.tsx'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { Field } from '#web/components/Field.tsx'
import { people } from '#web/components/icons/people.ts'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Admin } from '#web/Layouts/Admin.tsx'
import { Member } from '#web/Layouts/Member.tsx'
import { route } from '#web/route.ts'

import { matchesTitle } from './Partials/matches-title.ts'

export default function Teams({ search, list, nextCursor }: Pages['Admin/Teams']) {
  const t = useTranslation()
  return (
    <>
      <Head title={t('Teams')} />
      <h1 className="heading">{t('Teams')}</h1>
      <TeamSearch search={search} />
      <Card title={search === '' ? t('All teams') : matchesTitle(t, list, nextCursor)}>
        {list.length > 0 ? (
          <TeamsTable teams={list} />
        ) : (
          <EmptyState icon={people}>{t('No team matches.')}</EmptyState>
        )}
      </Card>
      {nextCursor && (
        <p>
          <ButtonLink href={route('admin.teams', { cursor: nextCursor })}>
            {t('Next page')}
          </ButtonLink>
        </p>
      )}
    </>
  )
}

Teams.layout = [Member, Admin]

function TeamSearch({ search }: { search: string }) {
  const t = useTranslation()

  function visit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    router.get(route('admin.teams'), Object.fromEntries(new FormData(event.currentTarget)))
  }

  return (
    <search>
      <form className="admin-search" method="get" action={route('admin.teams')} onSubmit={visit}>
        <Field
          name="search"
          type="search"
          label={t('Name, URL or id')}
          required={false}
          defaultValue={search}
        />
        <Button type="submit" tone="primary">
          {t('Search')}
        </Button>
      </form>
    </search>
  )
}

function TeamsTable({ teams }: { teams: AdminTeamRow[] }) {
  const t = useTranslation()
  const columnTitles = [t('Team'), t('State'), t('Created')]
  return (
    <Table caption={t('Teams')} columnTitles={columnTitles} compact>
      {teams.map((team) => (
        <Row key={team.id} columnTitles={columnTitles}>
          <Link className="admin-account" href={route('admin.team', { team: team.id })}>
            <span>{team.name}</span>
            <small translate="no">{team.slug}</small>
          </Link>
          {team.deletesAt ? (
            <span className="badge" data-tone="danger">
              {t('Being deleted')}
            </span>
          ) : (
            t('Active')
          )}
          <RelativeTime at={team.createdAt} inDays />
        </Row>
      ))}
    </Table>
  )
}
