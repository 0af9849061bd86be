import type { Pages } from '#app/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { PasswordField } from '#web/components/PasswordField.tsx'
import { Trans, useTranslation } from '#web/i18n.tsx'

import { CreateFirstPasskey } from './CreateFirstPasskey.tsx'

type Props = Pick<Pages['Auth/VerifyEmail'], 'email' | 'needsPassword' | 'passkey'> & {
  action: string
}

export function ConfirmEmail({ email, passkey, ...form }: Props) {
  const t = useTranslation()
  return (
    <>
      <p>
        <Trans
          text="Confirm that <address>{email}</address> is your address."
          values={{ email }}
          address={(children) => <strong className="font-medium">{children}</strong>}
        />
      </p>
      {passkey ? <CreateFirstPasskey {...passkey} /> : <ConfirmForm email={email} {...form} />}
      <p className="text-muted">
        {t("Didn't sign up? Close this page, and no account is created.")}
      </p>
    </>
  )
}

function ConfirmForm({ email, needsPassword, action }: Omit<Props, 'passkey'>) {
  const t = useTranslation()
  return (
    <Form action={action}>
      {/* Tells a password manager which account the password belongs to. */}
      <input type="email" autoComplete="username" defaultValue={email} readOnly hidden />
      {needsPassword && (
        <PasswordField
          name="password"
          label={t('Password')}
          autoComplete="current-password"
          hint={t('The one you chose when you signed up.')}
        />
      )}
      <Button type="submit" tone="primary" wide>
        {t('Confirm email address')}
      </Button>
    </Form>
  )
}
