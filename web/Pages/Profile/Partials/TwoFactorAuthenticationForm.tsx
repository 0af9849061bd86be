import { usePage } from '@inertiajs/react'

import type { TwoFactor } from '#app/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { Section } from '#web/components/Section.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { RecoveryCodes } from '#web/Pages/Profile/Partials/RecoveryCodes.tsx'
import { route } from '#web/route.ts'

import { TwoFactorEnabled } from './TwoFactorEnabled.tsx'
import { TwoFactorEnrollment } from './TwoFactorEnrollment.tsx'

type Props = TwoFactor & { title: string; cannotDisable: boolean }

export function TwoFactorAuthenticationForm({ title, cannotDisable, ...state }: Props) {
  const t = useTranslation()
  const { recoveryCodes } = usePage().flash
  const { enabledAt, isEnrolling, enrollment } = state
  return (
    <Section
      id="two-factor"
      title={title}
      description={t(
        'A code from an app on your phone, on top of your password. A stolen password is then not enough.',
      )}
    >
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} />}
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
    <>
      <p>
        {isEnrolling
          ? t(
              'You have begun to set it up. Until that is done, your password alone opens your account.',
            )
          : t('Two-factor is off. Your password alone opens your account.')}
      </p>
      <Form
        action={route('two-factor.enable')}
        errorBag="enableTwoFactorAuthentication"
        confirm={confirm}
      >
        <div className="form-actions">
          <Button type="submit">
            {isEnrolling ? t('Go on setting it up') : t('Turn on two-factor')}
          </Button>
        </div>
      </Form>
    </>
  )
}
