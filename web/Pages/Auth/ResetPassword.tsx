import { msg } from '@foyer/i18n'
import { Head, Link } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { linkLifetimeMinutes } from '#app/platform/auth/limits.ts'
import { Button, ButtonLink } from '#web/components/Button.tsx'
import { Checkbox } from '#web/components/Checkbox.tsx'
import { Field } from '#web/components/Field.tsx'
import { useField } from '#web/components/form-context.ts'
import { Form } from '#web/components/Form.tsx'
import { NewPasswordField } from '#web/components/NewPasswordField.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'
import { SuspectAccess } from '#web/Pages/Auth/Partials/SuspectAccess.tsx'
import { route } from '#web/route.ts'

type Props = Pages['Auth/ResetPassword']

export default function ResetPassword({ email, ...props }: Props) {
  const t = useTranslation()
  const title =
    email === null
      ? t('This link no longer works')
      : props.hasPassword
        ? t('Choose a new password')
        : t('Choose a password')
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
  hasPassword,
  hasTokens,
  passkeys,
  linkedAccounts,
  passwordMinLength,
}: Omit<Props, 'email'> & { email: string }) {
  const t = useTranslation()
  return (
    <>
      <p>
        {hasPassword
          ? t('This signs you out on every device. Sign in again with the new password.')
          : t(
              'Your account has no password. The one you choose here will sign you in. This signs you out on every device.',
            )}
      </p>
      <Form action={route('password.update')}>
        <input type="hidden" name="token" defaultValue={token} />
        <Field
          name="email"
          label={t('Email address')}
          type="email"
          autoComplete="username"
          defaultValue={email}
          readOnly
        />
        <NewPasswordField
          label={hasPassword ? t('New password') : t('Password')}
          minLength={passwordMinLength}
        />
        {(hasTokens || passkeys.length > 0 || linkedAccounts.length > 0) && (
          <OtherAccess hasTokens={hasTokens} passkeys={passkeys} linkedAccounts={linkedAccounts} />
        )}
        <Button type="submit" tone="primary" wide>
          {hasPassword ? t('Save new password') : t('Save password')}
        </Button>
      </Form>
    </>
  )
}

/** Closed, unless the server has rejected the choice inside. */
function OtherAccess({
  hasTokens,
  passkeys,
  linkedAccounts,
}: Pick<Props, 'hasTokens' | 'passkeys' | 'linkedAccounts'>) {
  const t = useTranslation()
  const { error } = useField('remove_passkeys')
  return (
    <details className="border-t py-3" open={error !== undefined}>
      <summary>{t('Could someone else have used your account?')}</summary>
      <div className="grid gap-3 pt-3">
        {hasTokens && <Checkbox name="revoke_tokens">{t('Revoke all API tokens')}</Checkbox>}
        {passkeys.length > 0 && (
          <SuspectAccess
            name="remove_passkeys"
            title={t('Passkeys to remove')}
            note={t("They sign in without the password. Tick any you don't recognize.")}
            items={passkeys.map(({ name, kind, ...item }) => ({
              ...item,
              label: name,
              detail: kind,
            }))}
          />
        )}
        {linkedAccounts.length > 0 && (
          <SuspectAccess
            name="unlink_accounts"
            title={t('Accounts to unlink')}
            note={t("They sign in without the password. Tick any you don't recognize.")}
            items={linkedAccounts.map(({ email, ...item }) => ({ ...item, detail: email }))}
          />
        )}
      </div>
    </details>
  )
}

function InvalidLink() {
  const t = useTranslation()
  return (
    <>
      <p>
        {t('It was used, is more than {minutes} minutes old, or was replaced by a newer one.', {
          minutes: linkLifetimeMinutes,
        })}
      </p>
      <ButtonLink tone="primary" wide href={route('password.request')}>
        {t('Send a new link')}
      </ButtonLink>
      <p className="text-muted">
        <Link href={route('login')}>{t('Sign in')}</Link>
      </p>
    </>
  )
}

ResetPassword.layout = [[Guest, { panel: msg('Almost there.') }]]
