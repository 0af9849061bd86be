import { Link, usePage } from '@inertiajs/react'

import type { PasswordSection } from '#app/pages.ts'
import { Checkbox } from '#web/parts/Checkbox.tsx'
import { useConfirmation } from '#web/parts/confirmation.ts'
import { FormSection } from '#web/parts/FormSection.tsx'
import { NewPasswordField } from '#web/parts/NewPasswordField.tsx'
import { PasswordField } from '#web/parts/PasswordField.tsx'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

type Props = PasswordSection & { title: string }

export function UpdatePasswordForm({ title, hasPassword, hasTokens, minLength }: Props) {
  const t = useText()
  const confirm = useConfirmation(15)
  const { auth } = usePage().props

  return (
    <FormSection
      id="password"
      title={title}
      about={t('Changing it signs out every other device.')}
      action={route('user-password.update')}
      method="put"
      bag="updatePassword"
      status="password-updated"
      submit={hasPassword ? t('Change your password') : t('Set a password')}
      beside={
        hasPassword && (
          <Link className="link" href={route('password.request')}>
            {t('Forgot your password?')}
          </Link>
        )
      }
      {...(!hasPassword && { ask: confirm })}
    >
      {/* Tells a password manager which account the password belongs to. */}
      <input type="email" autoComplete="username" defaultValue={auth.user?.email} readOnly hidden />
      {hasPassword ? (
        <PasswordField
          name="current_password"
          label={t('Current password')}
          autoComplete="current-password"
        />
      ) : (
        <p>
          {t('You have no password yet. With one you can also sign in where nothing else works.')}
        </p>
      )}
      <NewPasswordField label={t('New password')} minLength={minLength} />
      {hasTokens && (
        <Checkbox name="revoke_tokens">
          {t('Also take away the API tokens, if someone else may have had them')}
        </Checkbox>
      )}
    </FormSection>
  )
}
