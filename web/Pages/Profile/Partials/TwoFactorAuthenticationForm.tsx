import type { Translator } from '@foyer/i18n'
import { usePage } from '@inertiajs/react'
import type { ReactNode } from 'react'

import type { TwoFactor } from '#app/two-factor/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Disclosure } from '#web/components/Disclosure.tsx'
import { Form } from '#web/components/Form.tsx'
import { alert } from '#web/components/icons/alert.ts'
import { ItemTitle } from '#web/components/ItemList.tsx'
import { Section } from '#web/components/Section.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { EnableTwoFactorWithPasskey } from './EnableTwoFactorWithPasskey.tsx'
import { PendingRecoveryCodes } from './PendingRecoveryCodes.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { TwoFactorEnabled } from './TwoFactorEnabled.tsx'
import { TwoFactorEnrollment } from './TwoFactorEnrollment.tsx'

type Props = TwoFactor & { cannotDisable: boolean; hasPassword: boolean }

export function TwoFactorAuthenticationForm({ cannotDisable, hasPassword, ...state }: Props) {
  const t = useTranslation()
  const { recoveryCodes, pendingRecoveryCodes } = usePage().flash
  const { enabledAt, isEnrolling, enrollment } = state
  return (
    <Section
      id="two-factor"
      title={t('Two-factor authentication')}
      description={
        hasPassword
          ? t('A code from an app, or a passkey or security key, on top of your password.')
          : t('A code from an app, or a security key. Signing in with a passkey needs neither.')
      }
    >
      {recoveryCodes && !pendingRecoveryCodes && <RecoveryCodes codes={recoveryCodes} />}
      {recoveryCodes && pendingRecoveryCodes && (
        <PendingRecoveryCodes id={pendingRecoveryCodes} codes={recoveryCodes} />
      )}
      {enabledAt && <TwoFactorEnabled {...state} {...{ enabledAt, cannotDisable, hasPassword }} />}
      {enrollment && <TwoFactorEnrollment enrollment={enrollment} isOn={enabledAt !== null} />}
      {!enabledAt && !enrollment && (
        <TwoFactorDisabled {...state} {...{ isEnrolling, hasPassword }} />
      )}
    </Section>
  )
}

type DisabledProps = TwoFactor & { hasPassword: boolean }

/** One row: the state, and the button that changes it. */
function TwoFactorDisabled(state: DisabledProps) {
  const { isRequired, passkeyCount, isEnrolling } = state
  const t = useTranslation()
  const hasPasskey = passkeyCount > 0
  return (
    <>
      <div className="setting">
        <ItemTitle icon={alert}>{stateText(t, state)}</ItemTitle>
        {hasPasskey && !isRequired ? (
          <ChooseFactor isEnrolling={isEnrolling} />
        ) : (
          <EnableWithApp
            label={hasPasskey || isEnrolling ? undefined : t('Turn on two-factor authentication')}
          >
            {appLabel(t, state)}
          </EnableWithApp>
        )}
      </div>
      {hasPasskey && isRequired && (
        <div className="setting">
          <p>{t('Recovery codes let you in when you lose it.')}</p>
          <EnableTwoFactorWithPasskey isRequired />
        </div>
      )}
    </>
  )
}

function ChooseFactor({ isEnrolling }: Pick<DisabledProps, 'isEnrolling'>) {
  const t = useTranslation()
  return (
    <Disclosure
      label={t('Turn on…')}
      accessibleLabel={t('Turn on two-factor authentication…')}
      errorBag="enableWithPasskey"
    >
      <p>
        {t('Choose what sign-in asks for: a code from an app, or your passkey or security key.')}
      </p>
      <div className="form-actions">
        <EnableWithApp>{isEnrolling ? t('Continue setup') : t('Use an app')}</EnableWithApp>
        <EnableTwoFactorWithPasskey isRequired={false} />
      </div>
    </Disclosure>
  )
}

function EnableWithApp({ label, children }: { label?: string | undefined; children: ReactNode }) {
  const confirm = useConfirmation('sensitive')
  return (
    <Form
      action={route('two-factor.enable')}
      errorBag="enableTwoFactorAuthentication"
      confirm={confirm}
    >
      <Button type="submit" aria-label={label}>
        {children}
      </Button>
    </Form>
  )
}

function appLabel(t: Translator, { isEnrolling, passkeyCount }: DisabledProps): string {
  if (isEnrolling) return t('Continue setup')
  return passkeyCount > 0 ? t('Turn on with an app') : t('Turn on')
}

function stateText(t: Translator, state: DisabledProps): string {
  const { isRequired, isEnrolling, passkeyCount, hasPassword } = state
  if (isRequired && passkeyCount > 0)
    return hasPassword
      ? t('Your passkey or security key is asked for after your password.')
      : t('Your passkey or security key follows any other way to sign in.')
  if (!hasPassword)
    return isEnrolling
      ? t("Setup isn't finished. Until it is, signing in needs no code.")
      : t('Off. Signing in needs no code.')
  return isEnrolling
    ? t("Setup isn't finished. Until it is, your password is all it takes to sign in.")
    : t('Off. Your password is all it takes to sign in.')
}
