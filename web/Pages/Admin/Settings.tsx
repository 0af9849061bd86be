import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Card } from '#web/components/Card.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Admin } from '#web/Layouts/Admin.tsx'
import { Member } from '#web/Layouts/Member.tsx'

export default function Settings({ list }: Pages['Admin/Settings']) {
  const t = useTranslation()
  return (
    <>
      <Head title={t('Settings')} />
      <div className="grid gap-2">
        <h1 className="heading">{t('Settings')}</h1>
        <p className="text-muted">
          {t('Read at startup. To change one, edit the environment and restart.')}
        </p>
      </div>
      <SettingsCard title={t('Changed here')} list={list.filter(({ isSet }) => isSet)} />
      <SettingsCard title={t('Defaults')} list={list.filter(({ isSet }) => !isSet)} />
    </>
  )
}

Settings.layout = [Member, Admin]

function SettingsCard({ title, list }: { title: string } & Pages['Admin/Settings']) {
  const t = useTranslation()
  const columnTitles = [t('Setting'), t('Value')]
  if (list.length === 0) return null
  return (
    <Card title={title}>
      <Table caption={title} columnTitles={columnTitles}>
        {list.map(({ name, value, isSecret, isSet }) => (
          <Row key={name} columnTitles={columnTitles}>
            <code className="mono wrap-anywhere" translate="no">
              {name}
            </code>
            {value === null ? (
              <span className="text-muted">
                {isSecret && isSet ? t('Set, secret') : t('Not set')}
              </span>
            ) : (
              <code className="mono wrap-anywhere" translate="no">
                {value}
              </code>
            )}
          </Row>
        ))}
      </Table>
    </Card>
  )
}
