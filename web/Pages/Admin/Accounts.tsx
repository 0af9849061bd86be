import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { ButtonLink } from '#web/components/Button.tsx'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { person } from '#web/components/icons/person.ts'
import { useTranslation } from '#web/i18n.tsx'
import { Admin } from '#web/Layouts/Admin.tsx'
import { Member } from '#web/Layouts/Member.tsx'
import { route } from '#web/route.ts'

import { AccountsTable } from './Partials/AccountsTable.tsx'
import { Figures } from './Partials/Figures.tsx'
import { matchesTitle } from './Partials/matches-title.ts'
import { SearchForm } from './Partials/SearchForm.tsx'

export default function Accounts({ query, list, nextCursor, figures }: Pages['Admin/Accounts']) {
  const t = useTranslation()
  const isFiltered = query.search !== '' || query.filter !== 'all'
  return (
    <>
      <Head title={t('Accounts')} />
      <h1 className="heading">{t('Accounts')}</h1>
      {figures && <Figures figures={figures} />}
      <SearchForm query={query} />
      <Card title={isFiltered ? matchesTitle(t, list, nextCursor) : t('All accounts')}>
        {list.length > 0 ? (
          <AccountsTable accounts={list} />
        ) : (
          <EmptyState icon={person}>{t('No account matches.')}</EmptyState>
        )}
      </Card>
      {nextCursor && (
        <p>
          <ButtonLink href={route('admin.accounts', { ...query, cursor: nextCursor })}>
            {t('Next page')}
          </ButtonLink>
        </p>
      )}
    </>
  )
}

Accounts.layout = [Member, Admin]
