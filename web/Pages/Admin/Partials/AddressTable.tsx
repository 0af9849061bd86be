import type { ReactNode } from 'react'

import type { ListedAddress } from '#app/admin/pages.ts'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'

interface Props {
  caption: string
  /** The title of the column with `at`. */
  timeTitle: string
  addresses: ListedAddress[]
  actions(address: ListedAddress): ReactNode
}

export function AddressTable({ caption, timeTitle, addresses, actions }: Props) {
  const t = useTranslation()
  const columnTitles = [t('Email address'), timeTitle, t('Actions')]
  return (
    <Table caption={caption} columnTitles={columnTitles}>
      {addresses.map((address) => (
        <Row key={address.id} columnTitles={columnTitles}>
          <span className="wrap-anywhere" translate="no">
            {address.email}
          </span>
          <RelativeTime at={address.at} />
          <div className="row-actions">{actions(address)}</div>
        </Row>
      ))}
    </Table>
  )
}
