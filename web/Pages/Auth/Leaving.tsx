import { Head, usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Guest } from '#web/Layouts/Guest.tsx'
import { Button } from '#web/parts/Button.tsx'
import { DataExport } from '#web/parts/DataExport.tsx'
import { Form } from '#web/parts/Form.tsx'
import { RelativeTime } from '#web/parts/RelativeTime.tsx'
import { SignOutForm } from '#web/parts/SignOutForm.tsx'
import { useZone } from '#web/parts/zone.ts'
import { T, useText } from '#web/text.tsx'

export default function Leaving({ erasedAt, email, action, dataExport }: Pages['Auth/Leaving']) {
  const t = useText()
  const { auth } = usePage().props
  const title = t('This account will be deleted')
  const timeZone = useZone()
  const when = t.date(erasedAt, { dateStyle: 'long', timeStyle: 'short', timeZone })

  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      <p>
        <T
          text="Everything about <address>{email}</address> is erased <time>soon</time>, on {when}. Until then you can keep it."
          values={{ email, when }}
          address={(words) => <strong className="font-medium">{words}</strong>}
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
            <h2 className="font-medium">{t('Take your data with you')}</h2>
            <DataExport facts={dataExport} />
          </section>
          <div className="text-muted">
            <T
              text="Nothing else to do? <out>Sign out</out>"
              out={(words) => <SignOutForm className="link">{words}</SignOutForm>}
            />
          </div>
        </>
      )}
    </>
  )
}

Leaving.layout = [Guest]
