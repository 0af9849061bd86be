import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Card } from '#web/components/Card.tsx'
import { Disclosure } from '#web/components/Disclosure.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Admin } from '#web/Layouts/Admin.tsx'
import { Member } from '#web/Layouts/Member.tsx'

export default function Settings({ list }: Pages['Admin/Settings']) {
  const t = useTranslation()
  const changed = list.filter(({ isSet }) => isSet)
  const defaults = list.filter(({ isSet }) => !isSet)
  return (
    <>
      <Head title={t('Settings')} />
      <div className="grid gap-2">
        <h1 className="heading">{t('Settings')}</h1>
        <p className="text-muted">
          {t('Read at startup. To change one, edit the environment and restart.')}
        </p>
      </div>
      {changed.length > 0 && (
        <Card title={t('Changed here')}>
          <SettingsList list={changed} />
        </Card>
      )}
      <Disclosure label={t.n(defaults.length, 'Show one default', 'Show {count} defaults')}>
        <div className="card">
          <SettingsList list={defaults} />
        </div>
      </Disclosure>
    </>
  )
}

Settings.layout = [Member, Admin]

function SettingsList({ list }: Pages['Admin/Settings']) {
  const t = useTranslation()
  return (
    <dl className="admin-settings">
      {list.map(({ name, value, isSecret, isSet }) => (
        <div key={name}>
          <dt className="mono" translate="no">
            {name}
          </dt>
          {value === null ? (
            <dd className="text-muted">{isSecret && isSet ? t('Set, secret') : t('Not set')}</dd>
          ) : (
            <dd className="mono" translate="no">
              {value}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
