import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Card } from '#web/components/Card.tsx'
import { DeviceLine } from '#web/components/DeviceLine.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { laptop } from '#web/components/icons/laptop.ts'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Admin } from '#web/Layouts/Admin.tsx'
import { Member } from '#web/Layouts/Member.tsx'

import { AccountActions } from './Partials/AccountActions.tsx'
import { AccountBadges } from './Partials/AccountBadges.tsx'
import { AccountEventsTable } from './Partials/AccountEventsTable.tsx'
import { AccountFacts } from './Partials/AccountFacts.tsx'
import { SupportAccessCard } from './Partials/SupportAccessCard.tsx'

export default function Account(props: Pages['Admin/Account']) {
  const t = useTranslation()
  const { account, sessions, events, readOnlyReason, access } = props
  return (
    <>
      <Head title={t('Account of {name}', { name: account.name })} />
      <header className="grid gap-2">
        <h1 className="heading wrap-anywhere">{account.name}</h1>
        <p className="admin-badges text-muted wrap-anywhere">
          <span translate="no">{account.email}</span>
          <AccountBadges account={account} />
        </p>
      </header>
      {access && <SupportAccessCard account={account} access={access} />}
      {readOnlyReason !== null && (
        <Alert tone="attention">
          {readOnlyReason === 'own-account'
            ? t('This is your own account. Change it on your account page.')
            : t('Only an administrator can change an account with a role.')}
        </Alert>
      )}
      <div className="admin-columns">
        <Card title={t('Account')}>
          <AccountFacts account={account} />
        </Card>
        {readOnlyReason === null && <AccountActions account={account} />}
        <div>
          <Card title={t('Sessions')}>
            <SessionsTable sessions={sessions} />
          </Card>
          <Card title={t('Recent activity')}>
            <AccountEventsTable events={events} />
          </Card>
        </div>
      </div>
    </>
  )
}

Account.layout = [[Member, { showsConfirmationBadge: true }], Admin]

function SessionsTable({ sessions }: Pick<Pages['Admin/Account'], 'sessions'>) {
  const t = useTranslation()
  const columnTitles = [t('Device'), t('Country'), t('Last active')]
  if (sessions.length === 0) return <EmptyState icon={laptop}>{t('Not signed in.')}</EmptyState>
  return (
    <Table caption={t('Sessions')} columnTitles={columnTitles} compact>
      {sessions.map((session) => (
        <Row key={session.id} columnTitles={columnTitles}>
          <DeviceLine {...session} />
          {session.country && t.region(session.country)}
          <RelativeTime at={session.lastActiveAt} />
        </Row>
      ))}
    </Table>
  )
}
