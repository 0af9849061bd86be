import { msg } from '@foyer/i18n'
import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { SignOutForm } from '#web/components/SignOutForm.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'

export default function SupportAccess({ request, action }: Pages['Auth/SupportAccess']) {
  const t = useTranslation()
  const title = t('Let support see your account?')
  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      {request ? <Request {...request} action={action} /> : <OtherAccount />}
    </>
  )
}

SupportAccess.layout = [[Guest, { panel: msg('Your account stays yours.') }]]

type ShownRequest = NonNullable<Pages['Auth/SupportAccess']['request']>

function Request({
  administrator,
  reason,
  minutes,
  expiresAt,
  action,
}: ShownRequest & { action: string }) {
  const t = useTranslation()
  const confirm = useConfirmation('standard')
  const timeZone = useTimezone()
  const until = t.date(expiresAt, { dateStyle: 'long', timeStyle: 'short', timeZone })
  return (
    <>
      <p className="wrap-anywhere">
        <Trans
          text="<strong>{administrator}</strong> of our support team asks to see your account. The reason: {reason}"
          values={{ administrator, reason }}
          strong={(children) => <strong className="font-medium">{children}</strong>}
        />
      </p>
      <ul className="list-disc ps-6 grid gap-1">
        <li>{t('They see your pages as you do, for {minutes} minutes.', { minutes })}</li>
        <li>{t('They see no passwords, codes or tokens, and can change nothing.')}</li>
        <li>{t('Every page they open is in your history, and you can end it at any time.')}</li>
      </ul>
      <Form action={action} confirm={confirm}>
        <Button type="submit" tone="primary" wide>
          {t('Let them see my account')}
        </Button>
      </Form>
      <Form action={action} method="delete">
        <Button type="submit" wide>
          {t('Decline')}
        </Button>
      </Form>
      <p className="text-muted">
        {t("Didn't ask for help? Decline. The request expires on {until}.", { until })}
      </p>
    </>
  )
}

function OtherAccount() {
  const t = useTranslation()
  return (
    <>
      <p>
        {t(
          "You're signed in to another account than the one that this link is for. Sign out, then open the link again and sign in to that account.",
        )}
      </p>
      <SignOutForm className="button">{t('Sign out')}</SignOutForm>
    </>
  )
}
