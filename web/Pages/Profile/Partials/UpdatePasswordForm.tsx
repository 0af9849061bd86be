import { Link, usePage } from '@inertiajs/react'

import type { PasswordSection } from '#app/password/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Checkbox } from '#web/components/Checkbox.tsx'
import { closeDisclosures, Disclosure } from '#web/components/Disclosure.tsx'
import { Form } from '#web/components/Form.tsx'
import { NewPasswordField } from '#web/components/NewPasswordField.tsx'
import { PasswordField } from '#web/components/PasswordField.tsx'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Section } from '#web/components/Section.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { RemovePassword } from './RemovePassword.tsx'

/** @param otherMethods  the other ways to sign in, in words */
export function UpdatePasswordForm(props: PasswordSection & { otherMethods: string[] }) {
  const t = useTranslation()
  const { hasPassword, changedAt, otherMethods } = props
  const methods = otherMethods.join(', ')
  const submitLabel = hasPassword ? t('Change password') : t('Set a password')
  return (
    <Section
      id="password"
      title={t('Password')}
      description={
        hasPassword
          ? t('Changing it signs out your other devices.')
          : t('Setting one signs out your other devices.')
      }
    >
      <div className="setting">
        <p>
          {hasPassword && changedAt && (
            <Trans text="Changed <time></time>" time={() => <RelativeTime at={changedAt} />} />
          )}
          {hasPassword && !changedAt && t('Not changed since you signed up')}
          {!hasPassword &&
            (methods
              ? t('You have no password. You sign in with: {methods}.', { methods })
              : t("You don't have a password. With one, you can sign in anywhere."))}
        </p>
        <Disclosure
          label={hasPassword ? t('Change') : submitLabel}
          accessibleLabel={submitLabel}
          targetId="password"
          errorBag="updatePassword"
        >
          <PasswordForm {...props} submitLabel={submitLabel} />
        </Disclosure>
      </div>
      {hasPassword && methods && <RemovePassword methods={methods} />}
    </Section>
  )
}

interface FormProps extends PasswordSection {
  submitLabel: string
}

function PasswordForm({ hasPassword, hasTokens, minLength, submitLabel }: FormProps) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  const { auth } = usePage().props

  return (
    <Form
      action={route('user-password.update')}
      method="put"
      errorBag="updatePassword"
      onSuccess={() => closeDisclosures('password')}
      {...(!hasPassword && { confirm })}
    >
      {/* Tells a password manager which account the password belongs to. */}
      <input type="email" autoComplete="username" defaultValue={auth.user?.email} readOnly hidden />
      {hasPassword && (
        <PasswordField
          name="current_password"
          label={t('Current password')}
          autoComplete="current-password"
        />
      )}
      <NewPasswordField label={t('New password')} minLength={minLength} />
      {hasTokens && (
        <Checkbox name="revoke_tokens">
          {t('Also revoke my API tokens. Someone else may have had them.')}
        </Checkbox>
      )}
      <div className="form-actions">
        <Button type="submit" tone="primary">
          {submitLabel}
        </Button>
        {hasPassword && (
          <Link className="link" href={route('password.request')}>
            {t('Forgot your password?')}
          </Link>
        )}
      </div>
    </Form>
  )
}
