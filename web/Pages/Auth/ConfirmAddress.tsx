import { msg } from '@foyer/i18n'
import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { SignOutForm } from '#web/components/SignOutForm.tsx'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'

export default function ConfirmAddress({ address, action }: Pages['Auth/ConfirmAddress']) {
  const t = useTranslation()
  const title = t('Confirm your additional address')
  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      {address ? <Confirm {...address} action={action} /> : <OtherAccount />}
    </>
  )
}

ConfirmAddress.layout = [[Guest, { panel: msg('Your account stays yours.') }]]

function Confirm({
  email,
  isRecoveryOnly,
  action,
}: NonNullable<Pages['Auth/ConfirmAddress']['address']> & { action: string }) {
  const t = useTranslation()
  return (
    <>
      <p>
        <Trans
          text="Confirm that <address>{email}</address> is your address."
          values={{ email }}
          address={(children) => <strong className="font-medium">{children}</strong>}
        />{' '}
        {isRecoveryOnly
          ? t('It will receive links that recover your account.')
          : t('You can then sign in with it, and recover your account.')}
      </p>
      <Form action={action}>
        <Button type="submit" tone="primary" wide>
          {t('Confirm email address')}
        </Button>
      </Form>
      <p className="text-muted">
        {t("Didn't request this? Close this page, and nothing changes.")}
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
          "You're signed in to another account than the one that asked for this link. Sign out, then open the link again and sign in to that account.",
        )}
      </p>
      <SignOutForm className="button">{t('Sign out')}</SignOutForm>
    </>
  )
}
