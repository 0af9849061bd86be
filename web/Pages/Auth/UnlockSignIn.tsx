import { msg } from '@foyer/i18n'
import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'

export default function UnlockSignIn({ email, action }: Pages['Auth/UnlockSignIn']) {
  const t = useTranslation()
  const title = t('Sign in without waiting')
  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      <p>
        <Trans
          text="Someone is guessing the password of <address>{email}</address>. This browser won't have to wait for them any more."
          values={{ email }}
          address={(children) => <strong className="font-medium">{children}</strong>}
        />
      </p>
      <Form action={action}>
        <Button type="submit" tone="primary" wide>
          {t('Continue in this browser')}
        </Button>
      </Form>
      <p className="text-muted">
        {t('Not your own device? Close this page, and open the link on yours.')}
      </p>
    </>
  )
}

UnlockSignIn.layout = [[Guest, { panel: msg('Strangers never lock you out.') }]]
