import { Link, usePage } from '@inertiajs/react'

import type { PasswordSection } from '#app/pages.ts'
import { Checkbox } from '#web/components/Checkbox.tsx'
import { FormSection } from '#web/components/FormSection.tsx'
import { NewPasswordField } from '#web/components/NewPasswordField.tsx'
import { PasswordField } from '#web/components/PasswordField.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

type Props = PasswordSection & { title: string }

export function UpdatePasswordForm({ title, hasPassword, hasTokens, minLength }: Props) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  const { auth } = usePage().props

  return (
    <FormSection
      id="password"
      title={title}
      description={t('Changing it signs out every other device.')}
      action={route('user-password.update')}
      method="put"
      errorBag="updatePassword"
      status="password-updated"
      submitLabel={hasPassword ? t('Change your password') : t('Set a password')}
      secondaryAction={
        hasPassword && (
          <Link className="link" href={route('password.request')}>
            {t('Forgot your password?')}
          </Link>
        )
      }
      {...(!hasPassword && { confirm })}
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
