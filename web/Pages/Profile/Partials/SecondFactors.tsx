import type { TwoFactor } from '#app/two-factor/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { closeDisclosures, Disclosure, DisclosureActions } from '#web/components/Disclosure.tsx'
import { Form } from '#web/components/Form.tsx'
import { key } from '#web/components/icons/key.ts'
import { phone } from '#web/components/icons/phone.ts'
import { sliders } from '#web/components/icons/sliders.ts'
import { Item, ItemTitle } from '#web/components/ItemList.tsx'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Select } from '#web/components/Select.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { secondFactorLabels } from '#web/lib/event-detail-line.ts'
import { route } from '#web/route.ts'

import { focusSection } from './focus-section.ts'

/** The factors that sign-in asks for after the password, and the first of them. */
export function SecondFactors(props: TwoFactor) {
  const { appAddedAt, passkeyCount } = props
  const t = useTranslation()
  const hasPasskey = passkeyCount > 0
  return (
    <>
      <AppItem {...props} />
      <Item
        title={<ItemTitle icon={key}>{t('Passkeys and security keys')}</ItemTitle>}
        details={
          <span>{hasPasskey ? t('{count} added', { count: passkeyCount }) : t('None yet')}</span>
        }
      >
        <a className="link-button" href="#passkeys">
          {hasPasskey ? t('Review') : t('Add one')}
        </a>
      </Item>
      {appAddedAt !== null && hasPasskey && <Preference {...props} />}
    </>
  )
}

function AppItem({ appAddedAt, passkeyCount, enrollment }: TwoFactor) {
  const t = useTranslation()
  const hasApp = appAddedAt !== null
  return (
    <Item
      title={<ItemTitle icon={phone}>{t('Authenticator app')}</ItemTitle>}
      details={
        hasApp ? (
          <span>
            {t('Added')} <RelativeTime at={appAddedAt} />
          </span>
        ) : (
          <span>{t('None yet')}</span>
        )
      }
    >
      {enrollment === null && <SetUpApp hasApp={hasApp} />}
      {hasApp && passkeyCount > 0 && <RemoveApp />}
    </Item>
  )
}

function SetUpApp({ hasApp }: { hasApp: boolean }) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  return (
    <Form
      action={route('two-factor.enable')}
      errorBag="enableTwoFactorAuthentication"
      confirm={confirm}
    >
      {hasApp && <input type="hidden" name="force" value="1" />}
      <button
        type="submit"
        className="link-button"
        aria-label={hasApp ? t('Change the app') : undefined}
      >
        {hasApp ? t('Change') : t('Add an app')}
      </button>
    </Form>
  )
}

function RemoveApp() {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  return (
    <Disclosure
      small
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
        <DisclosureActions>
          <Button type="submit" tone="danger">
            {t('Remove the authenticator app')}
          </Button>
        </DisclosureActions>
      </Form>
    </Disclosure>
  )
}

function Preference({ preferred }: TwoFactor) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  const label = secondFactorLabels.get(preferred)
  return (
    <Item
      title={<ItemTitle icon={sliders}>{t('Default method')}</ItemTitle>}
      details={<span>{label && t(label)}</span>}
    >
      <Disclosure
        small
        label={t('Change…')}
        accessibleLabel={t('Change the default method…')}
        errorBag="preferSecondFactor"
      >
        <Form
          action={route('two-factor.prefer')}
          method="put"
          errorBag="preferSecondFactor"
          confirm={confirm}
          onSuccess={() => closeDisclosures('two-factor')}
        >
          <Select
            key={preferred}
            name="factor"
            label={t('Default method')}
            hint={t('The others are one click away.')}
            defaultValue={preferred}
          >
            <option value="passkey">{t('Passkey or security key')}</option>
            <option value="code">{t('Code from the app')}</option>
          </Select>
          <DisclosureActions>
            <Button type="submit">{t('Save default method')}</Button>
          </DisclosureActions>
        </Form>
      </Disclosure>
    </Item>
  )
}
