import { msg } from '@foyer/i18n'
import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Button, ButtonLink } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'

export default function StopRecovery({ action, reviewUrl }: Pages['Auth/StopRecovery']) {
  const t = useTranslation()
  const title = action ? t('Stop the recovery of your account?') : t('The recovery is stopped')
  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      {action ? <Ask action={action} /> : <Done reviewUrl={reviewUrl} />}
    </>
  )
}

StopRecovery.layout = [[Guest, { panel: msg('Your account stays yours.') }]]

function Ask({ action }: { action: string }) {
  const t = useTranslation()
  return (
    <>
      <p>
        {t(
          'Someone with one of your recovery codes and a second factor asked for a new address and a new password. Stopping it keeps both as they are.',
        )}
      </p>
      <Form action={action}>
        <Button type="submit" tone="primary" wide>
          {t('Stop this recovery')}
        </Button>
      </Form>
      <p className="text-muted">{t('Was it you? Close this page, and nothing changes.')}</p>
    </>
  )
}

function Done({ reviewUrl }: { reviewUrl: string }) {
  const t = useTranslation()
  return (
    <>
      <p>
        {t(
          'Someone has one of your recovery codes and a second factor of yours. Create new recovery codes now, then change your password and set up your authenticator app again.',
        )}
      </p>
      <ButtonLink tone="primary" wide href={reviewUrl}>
        {t('Review your second factors')}
      </ButtonLink>
    </>
  )
}
