import type { TwoFactor } from '#app/pages.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { shield } from '#web/components/icons/shield.ts'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

const lowCodesThreshold = 3

type Props = TwoFactor & { enabledAt: string; cannotDisable: boolean }

export function TwoFactorEnabled({
  enabledAt,
  recoveryCodesLeft,
  enrollment,
  cannotDisable,
}: Props) {
  const t = useTranslation()
  const date = t.date(enabledAt, { dateStyle: 'long', timeZone: useTimezone() })
  return (
    <>
      <p className="flex gap-3">
        <span className="text-accent">
          <Icon path={shield} />
        </span>
        <span>
          {t('Two-factor has been on since {date}.', { date })}{' '}
          {t.n(recoveryCodesLeft, 'One recovery code is left.', '{count} recovery codes are left.')}
        </span>
      </p>
      {recoveryCodesLeft <= lowCodesThreshold && (
        <Alert tone="attention">
          {t('Your recovery codes are running out. Make new ones while you can still sign in.')}
        </Alert>
      )}
      <TwoFactorActions isReplacing={enrollment !== null} cannotDisable={cannotDisable} />
      {cannotDisable && (
        <p className="text-muted">
          {t('Everyone here needs a second factor. Add a passkey first to turn this one off.')}
        </p>
      )}
    </>
  )
}

interface ActionsProps {
  isReplacing: boolean
  cannotDisable: boolean
}

function TwoFactorActions({ isReplacing, cannotDisable }: ActionsProps) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  return (
    <div className="form-actions">
      <Form
        action={route('two-factor.regenerate-recovery-codes')}
        errorBag="regenerateRecoveryCodes"
        confirm={confirm}
      >
        <Button type="submit">{t('Make new recovery codes')}</Button>
      </Form>
      {!isReplacing && (
        <Form
          action={route('two-factor.enable')}
          errorBag="enableTwoFactorAuthentication"
          confirm={confirm}
        >
          <input type="hidden" name="force" value="1" />
          <Button type="submit">{t('Move to another app')}</Button>
        </Form>
      )}
      {!cannotDisable && (
        <Form
          action={route('two-factor.disable')}
          method="delete"
          errorBag="disableTwoFactorAuthentication"
          confirm={confirm}
        >
          <Button type="submit" tone="danger">
            {t('Turn off two-factor')}
          </Button>
        </Form>
      )}
    </div>
  )
}
