import { Head, Link } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Button, ButtonLink } from '#web/components/Button.tsx'
import { Checkbox } from '#web/components/Checkbox.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { NewPasswordField } from '#web/components/NewPasswordField.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'
import { SuspectPasskeys } from '#web/Pages/Auth/Partials/SuspectPasskeys.tsx'
import { route } from '#web/route.ts'

type Props = Pages['Auth/ResetPassword']

export default function ResetPassword({ email, ...props }: Props) {
  const t = useTranslation()
  const title = email === null ? t('This link does not work') : t('Choose a new password')
  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      {email === null ? <InvalidLink /> : <ChoosePassword email={email} {...props} />}
    </>
  )
}

function ChoosePassword({
  token,
  email,
  hasTokens,
  passkeys,
  passwordMinLength,
}: Omit<Props, 'email'> & { email: string }) {
  const t = useTranslation()
  return (
    <>
      <p>{t('Every device is signed out then, and you sign in with the new password.')}</p>
      <Form action={route('password.update')}>
        <input type="hidden" name="token" defaultValue={token} />
        <Field
          name="email"
          label={t('E-mail address')}
          type="email"
          autoComplete="username"
          defaultValue={email}
          readOnly
        />
        <NewPasswordField label={t('New password')} minLength={passwordMinLength} />
        {hasTokens && (
          <Checkbox name="revoke_tokens">
            {t('Also take away the API tokens, if someone else may have had them')}
          </Checkbox>
        )}
        {passkeys.length > 0 && <SuspectPasskeys passkeys={passkeys} />}
        <Button type="submit" tone="primary" wide>
          {t('Save the new password')}
        </Button>
      </Form>
    </>
  )
}

function InvalidLink() {
  const t = useTranslation()
  return (
    <>
      <p>
        {t(
          'It was used, is older than an hour, or a newer one was sent. A link works once, so that nobody finds it useful later.',
        )}
      </p>
      <ButtonLink tone="primary" wide href={route('password.request')}>
        {t('Have a new link sent')}
      </ButtonLink>
      <p className="text-muted">
        <Link href={route('login')}>{t('Sign in')}</Link>
      </p>
    </>
  )
}

ResetPassword.layout = [Guest]
