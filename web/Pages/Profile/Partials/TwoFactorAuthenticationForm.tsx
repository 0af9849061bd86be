import { usePage } from '@inertiajs/react'

import type { TwoFactor } from '#app/pages.ts'
import { RecoveryCodes } from '#web/Pages/Profile/Partials/RecoveryCodes.tsx'
import { SetUpTwoFactor } from '#web/Pages/Profile/Partials/SetUpTwoFactor.tsx'
import { TwoFactorIsOn } from '#web/Pages/Profile/Partials/TwoFactorIsOn.tsx'
import { Button } from '#web/parts/Button.tsx'
import { useConfirmation } from '#web/parts/confirmation.ts'
import { Form } from '#web/parts/Form.tsx'
import { Section } from '#web/parts/Section.tsx'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

type Props = TwoFactor & { title: string; mustKeep: boolean }

export function TwoFactorAuthenticationForm({ title, mustKeep, ...state }: Props) {
  const t = useText()
  const { recoveryCodes } = usePage().flash
  const { enabledAt, isSettingUp, setUp } = state
  return (
    <Section
      id="two-factor"
      title={title}
      about={t(
        'A code from an app on your phone, on top of your password. A stolen password is then not enough.',
      )}
    >
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} />}
      {enabledAt && <TwoFactorIsOn {...state} enabledAt={enabledAt} mustKeep={mustKeep} />}
      {setUp && <SetUpTwoFactor setUp={setUp} isOn={enabledAt !== null} />}
      {!enabledAt && !setUp && <TwoFactorIsOff hasBegun={isSettingUp} />}
    </Section>
  )
}

function TwoFactorIsOff({ hasBegun }: { hasBegun: boolean }) {
  const t = useText()
  const confirm = useConfirmation(15)
  return (
    <>
      <p>
        {hasBegun
          ? t(
              'You have begun to set it up. Until that is done, your password alone opens your account.',
            )
          : t('Two-factor is off. Your password alone opens your account.')}
      </p>
      <Form action={route('two-factor.enable')} bag="enableTwoFactorAuthentication" ask={confirm}>
        <div className="form-actions">
          <Button type="submit">
            {hasBegun ? t('Go on setting it up') : t('Turn on two-factor')}
          </Button>
        </div>
      </Form>
    </>
  )
}
