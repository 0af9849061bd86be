import { msg } from '@foyer/i18n'
import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Button, ButtonLink } from '#web/components/Button.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { NewPasswordField } from '#web/components/NewPasswordField.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'
import { route } from '#web/route.ts'

type Props = Pages['Auth/FinishRecovery']

export default function FinishRecovery(props: Props) {
  const t = useTranslation()
  const title = props.isOtherBrowser
    ? t('Open this link in the other browser')
    : t('Choose a new password')
  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      {props.isOtherBrowser ? <OtherBrowser /> : <ChoosePassword {...props} />}
    </>
  )
}

FinishRecovery.layout = [[Guest, { panel: msg('Almost there.') }]]

function OtherBrowser() {
  const t = useTranslation()
  return (
    <>
      <p>{t('It works only in the browser where you requested recovery.')}</p>
      <ButtonLink wide href={route('account-recovery.show')}>
        {t('Recover an account here')}
      </ButtonLink>
    </>
  )
}

function ChoosePassword({ email, passwordMinLength, action }: Props) {
  const t = useTranslation()
  return (
    <>
      <p>
        {t(
          'This makes the address below your primary one, signs out every device and revokes all API tokens. Two-factor authentication stays on.',
        )}
      </p>
      <Form action={action}>
        <Field
          name="email"
          label={t('Email address')}
          type="email"
          autoComplete="username"
          defaultValue={email}
          readOnly
        />
        <NewPasswordField label={t('New password')} minLength={passwordMinLength} />
        <Button type="submit" tone="primary" wide>
          {t('Recover my account')}
        </Button>
      </Form>
    </>
  )
}
