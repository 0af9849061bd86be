import { msg } from '@foyer/i18n'
import { Head } from '@inertiajs/react'
import type { ReactNode } from 'react'

import type { Pages } from '#app/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'

export default function WaitlistChange({ email, isWaiting, action }: Pages['Auth/WaitlistChange']) {
  const t = useTranslation()
  const title = isWaiting ? t('Leave the waitlist') : t('Join the waitlist')
  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      <p>
        {isWaiting ? (
          <Trans
            text="<address>{email}</address> is on the waitlist."
            values={{ email }}
            address={address}
          />
        ) : (
          <Trans
            text="Confirm that <address>{email}</address> is your address."
            values={{ email }}
            address={address}
          />
        )}
      </p>
      <Form action={action}>
        <input type="hidden" name="change" value={isWaiting ? 'leave' : 'join'} />
        <Button type="submit" tone={isWaiting ? undefined : 'primary'} wide>
          {title}
        </Button>
      </Form>
    </>
  )
}

function address(children: ReactNode) {
  return <strong className="font-medium">{children}</strong>
}

WaitlistChange.layout = [[Guest, { panel: msg('Your place is kept for a year.') }]]
