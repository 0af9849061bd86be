import { usePage } from '@inertiajs/react'

import type { TwoFactor } from '#app/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { Section } from '#web/components/Section.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { PendingRecoveryCodes } from './PendingRecoveryCodes.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { TwoFactorEnabled } from './TwoFactorEnabled.tsx'
import { TwoFactorEnrollment } from './TwoFactorEnrollment.tsx'

type Props = TwoFactor & { cannotDisable: boolean }

export function TwoFactorAuthenticationForm({ cannotDisable, ...state }: Props) {
  const t = useTranslation()
  const { recoveryCodes, pendingRecoveryCodes } = usePage().flash
  const { enabledAt, isEnrolling, enrollment } = state
  return (
    <Section
      id="two-factor"
      title={t('Two-factor authentication')}
      description={t('A code from an app on your phone, on top of your password.')}
    >
      {recoveryCodes && !pendingRecoveryCodes && <RecoveryCodes codes={recoveryCodes} />}
      {recoveryCodes && pendingRecoveryCodes && (
        <PendingRecoveryCodes id={pendingRecoveryCodes} codes={recoveryCodes} />
      )}
      {enabledAt && (
        <TwoFactorEnabled {...state} enabledAt={enabledAt} cannotDisable={cannotDisable} />
      )}
      {enrollment && <TwoFactorEnrollment enrollment={enrollment} isOn={enabledAt !== null} />}
      {!enabledAt && !enrollment && <TwoFactorDisabled isEnrolling={isEnrolling} />}
    </Section>
  )
}

function TwoFactorDisabled({ isEnrolling }: { isEnrolling: boolean }) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  return (
    <div className="setting">
      <p>
        {isEnrolling
          ? t("Setup isn't finished. Until it is, your password is all it takes to sign in.")
          : t('Off. Your password is all it takes to sign in.')}
      </p>
      <Form
        action={route('two-factor.enable')}
        errorBag="enableTwoFactorAuthentication"
        confirm={confirm}
      >
        <Button type="submit">
          {isEnrolling ? t('Continue setup') : t('Turn on two-factor authentication')}
        </Button>
      </Form>
    </div>
  )
}
