import { Link } from '@inertiajs/react'

import type { AccountListRow } from '#app/admin/pages.ts'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { AccountBadges } from './AccountBadges.tsx'

export function AccountsTable({ accounts }: { accounts: AccountListRow[] }) {
  const t = useTranslation()
  const columnTitles = [t('Account'), t('State'), t('Created')]
  return (
    <Table caption={t('Accounts')} columnTitles={columnTitles} compact>
      {accounts.map((account) => (
        <Row key={account.id} columnTitles={columnTitles}>
          <Link className="admin-account" href={route('admin.account', { account: account.id })}>
            <span>{account.name}</span>
            <small translate="no">{account.email}</small>
          </Link>
          <AccountBadges account={account} />
          <RelativeTime at={account.createdAt} inDays />
        </Row>
      ))}
    </Table>
  )
}
