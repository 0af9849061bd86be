import type { Pages } from '#app/pages.ts'
import { Button } from '#web/parts/Button.tsx'
import { Form } from '#web/parts/Form.tsx'
import { PasswordField } from '#web/parts/PasswordField.tsx'
import { T, useText } from '#web/text.tsx'

type Props = Pick<Pages['Auth/VerifyEmail'], 'email' | 'needsPassword'> & { action: string }

export function ConfirmAddress({ email, needsPassword, action }: Props) {
  const t = useText()
  return (
    <>
      <p>
        <T
          text="One click, and <address>{email}</address> is the address of your account."
          values={{ email }}
          address={(children) => <strong className="font-medium">{children}</strong>}
        />
      </p>
      <Form action={action}>
        {/* Tells a password manager which account the password belongs to. */}
        <input type="email" autoComplete="username" defaultValue={email} readOnly hidden />
        {needsPassword && (
          <PasswordField
            name="password"
            label={t('Password')}
            autoComplete="current-password"
            hint={t('The one you chose when you created the account.')}
          />
        )}
        <Button type="submit" tone="primary" wide>
          {t('Confirm this address')}
        </Button>
      </Form>
      <p className="text-muted">
        {t('Did somebody else ask for this? Close the page, and no account is made.')}
      </p>
    </>
  )
}
