import type { TwoFactor } from '#app/pages.ts'
import { Button } from '#web/parts/Button.tsx'
import { useConfirmation } from '#web/parts/confirmation.ts'
import { Form } from '#web/parts/Form.tsx'
import { Icon } from '#web/parts/Icon.tsx'
import { shield } from '#web/parts/icons/shield.ts'
import { Notice } from '#web/parts/Notice.tsx'
import { useZone } from '#web/parts/zone.ts'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

const few = 3

type Props = TwoFactor & { enabledAt: string; mustKeep: boolean }

export function TwoFactorIsOn({ enabledAt, recoveryCodesLeft, setUp, mustKeep }: Props) {
  const t = useText()
  const confirm = useConfirmation(15)
  const date = t.date(enabledAt, { dateStyle: 'long', timeZone: useZone() })
  return (
    <>
      <p className="flex gap-3">
        <span className="text-accent">
          <Icon of={shield} />
        </span>
        <span>
          {t('Two-factor has been on since {date}.', { date })}{' '}
          {t.n(recoveryCodesLeft, 'One recovery code is left.', '{count} recovery codes are left.')}
        </span>
      </p>
      {recoveryCodesLeft <= few && (
        <Notice tone="attention">
          {t('Your recovery codes are running out. Make new ones while you can still sign in.')}
        </Notice>
      )}
      <div className="form-actions">
        <Form
          action={route('two-factor.regenerate-recovery-codes')}
          bag="regenerateRecoveryCodes"
          ask={confirm}
        >
          <Button type="submit">{t('Make new recovery codes')}</Button>
        </Form>
        {!setUp && (
          <Form
            action={route('two-factor.enable')}
            bag="enableTwoFactorAuthentication"
            ask={confirm}
          >
            <input type="hidden" name="force" value="1" />
            <Button type="submit">{t('Move to another app')}</Button>
          </Form>
        )}
        {!mustKeep && (
          <Form
            action={route('two-factor.disable')}
            method="delete"
            bag="disableTwoFactorAuthentication"
            ask={confirm}
          >
            <Button type="submit" tone="danger">
              {t('Turn off two-factor')}
            </Button>
          </Form>
        )}
      </div>
      {mustKeep && (
        <p className="text-muted">
          {t('Everyone here needs a second factor. Add a passkey first to turn this one off.')}
        </p>
      )}
    </>
  )
}
