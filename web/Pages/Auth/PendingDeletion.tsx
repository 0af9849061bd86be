import { msg } from '@foyer/i18n'
import { Head, usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { DataExportPanel } from '#web/components/DataExportPanel.tsx'
import { Form } from '#web/components/Form.tsx'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { SignOutForm } from '#web/components/SignOutForm.tsx'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'

export default function PendingDeletion({
  erasedAt,
  email,
  action,
  dataExport,
}: Pages['Auth/PendingDeletion']) {
  const t = useTranslation()
  const { auth } = usePage().props
  const title = t('This account will be deleted')
  const timeZone = useTimezone()
  const when = t.date(erasedAt, { dateStyle: 'long', timeStyle: 'short', timeZone })

  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      <p>
        <Trans
          text="Everything about <address>{email}</address> will be erased <time>soon</time>, on {when}. Until then, you can keep your account."
          values={{ email, when }}
          address={(children) => <strong className="font-medium">{children}</strong>}
          time={() => <RelativeTime at={erasedAt} />}
        />
      </p>
      <Form action={action}>
        <Button type="submit" tone="primary" wide>
          {t('Keep my account')}
        </Button>
      </Form>
      {dataExport !== undefined && auth.user && (
        <>
          <section className="grid gap-3 border-t pt-6">
            <h2 className="font-medium">{t('Download your data')}</h2>
            <DataExportPanel dataExport={dataExport} />
          </section>
          <div className="text-muted">
            <Trans
              text="All done? <out>Sign out</out>"
              out={(children) => <SignOutForm className="link">{children}</SignOutForm>}
            />
          </div>
        </>
      )}
    </>
  )
}

PendingDeletion.layout = [[Guest, { panel: msg('You can still change your mind.') }]]
