import type { Translator } from '@foyer/i18n'
import { usePage } from '@inertiajs/react'

import type { TwoFactor } from '#app/two-factor/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
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

function TwoFactorDisabled(state: DisabledProps) {
  const { isRequired, passkeyCount, isEnrolling } = state
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  const hasPasskey = passkeyCount > 0
  return (
    <>
      <div className="setting">
        <p>{stateText(t, state)}</p>
        <Form
          action={route('two-factor.enable')}
          errorBag="enableTwoFactorAuthentication"
          confirm={confirm}
        >
          <Button type="submit">
            {isEnrolling ? t('Continue setup') : appLabel(t, hasPasskey)}
          </Button>
        </Form>
      </div>
      {hasPasskey && (
        <div className="setting">
          <p>
            {isRequired
              ? t('Recovery codes let you in when you lose it.')
              : t('Or ask for your passkey or security key instead of a code.')}
          </p>
          <EnableTwoFactorWithPasskey isRequired={isRequired} />
        </div>
      )}
    </>
  )
}

const appLabel = (t: Translator, hasPasskey: boolean) =>
  hasPasskey ? t('Turn on with an app') : t('Turn on two-factor authentication')

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
