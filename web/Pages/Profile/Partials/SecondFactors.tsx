import type { TwoFactor } from '#app/two-factor/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Disclosure } from '#web/components/Disclosure.tsx'
import { Form } from '#web/components/Form.tsx'
import { Select } from '#web/components/Select.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { secondFactorLabels } from '#web/lib/event-detail-line.ts'
import { route } from '#web/route.ts'

import { focusSection } from './focus-section.ts'

/** The factors that sign-in asks for after the password, and the first of them. */
export function SecondFactors(props: TwoFactor) {
  const { appAddedAt, passkeyCount, enrollment } = props
  const t = useTranslation()
  const hasPasskey = passkeyCount > 0
  return (
    <>
      {appAddedAt !== null && hasPasskey && <RemoveApp addedAt={appAddedAt} />}
      {enrollment === null && <SetUpApp hasApp={appAddedAt !== null} canRemove={hasPasskey} />}
      <div className="setting">
        <p>
          {hasPasskey
            ? t.n(passkeyCount, 'One passkey or security key', '{count} passkeys and security keys')
            : t('No passkey or security key')}
        </p>
        <a className="button" href="#passkeys">
          {hasPasskey ? t('Review') : t('Add one')}
        </a>
      </div>
      {appAddedAt !== null && hasPasskey && <Preference {...props} />}
    </>
  )
}

function SetUpApp({ hasApp, canRemove }: { hasApp: boolean; canRemove: boolean }) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  const appLabel = canRemove ? t('Another phone or app') : t('Authenticator app')
  return (
    <div className="setting">
      <p>{hasApp ? appLabel : t('No authenticator app')}</p>
      <Form
        action={route('two-factor.enable')}
        errorBag="enableTwoFactorAuthentication"
        confirm={confirm}
      >
        {hasApp && <input type="hidden" name="force" value="1" />}
        <Button type="submit">{hasApp ? t('Change the app') : t('Add an app')}</Button>
      </Form>
    </div>
  )
}

function RemoveApp({ addedAt }: { addedAt: string }) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  const date = t.date(addedAt, { dateStyle: 'long', timeZone: useTimezone() })
  return (
    <div className="setting">
      <p>{t('Authenticator app since {date}', { date })}</p>
      <Disclosure
        label={t('Remove…')}
        accessibleLabel={t('Remove the authenticator app…')}
        errorBag="removeAuthenticatorApp"
      >
        <p>
          {t('Sign-in will ask for your passkey or security key only. Your recovery codes stay.')}
        </p>
        <Form
          action={route('authenticator-app.destroy')}
          method="delete"
          errorBag="removeAuthenticatorApp"
          confirm={confirm}
          onSuccess={() => focusSection('two-factor')}
        >
          <div className="form-actions">
            <Button type="submit" tone="danger">
              {t('Remove the authenticator app')}
            </Button>
          </div>
        </Form>
      </Disclosure>
    </div>
  )
}

function Preference({ preferred }: TwoFactor) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  return (
    <Form
      action={route('two-factor.prefer')}
      method="put"
      errorBag="preferSecondFactor"
      confirm={confirm}
    >
      <Select
        key={preferred}
        name="factor"
        label={t('Default method')}
        hint={t('The others are one click away.')}
        defaultValue={preferred}
      >
        {[...secondFactorLabels].map(([factor, label]) => (
          <option key={String(factor)} value={String(factor)}>
            {t(label)}
          </option>
        ))}
      </Select>
      <div className="form-actions">
        <Button type="submit">{t('Save default method')}</Button>
      </div>
    </Form>
  )
}
