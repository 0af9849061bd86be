import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { usePasskeyCreation } from '#web/hooks/use-passkey-creation.ts'
import { usePasskeySupport } from '#web/hooks/use-passkey-support.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

interface Props {
  primary?: boolean
  /** Adds a security key, which signs in after the password only. */
  isSecurityKey?: boolean
  onAdded?: () => void
}

export function AddPasskey({ primary, isSecurityKey = false, onAdded }: Props) {
  const t = useTranslation()
  const label = isSecurityKey ? t('Add a security key') : t('Add a passkey')
  const confirm = useConfirmation('sensitive')
  const isSupported = usePasskeySupport()
  const { isBusy, errorMessage, create } = usePasskeyCreation({
    options: route(
      'passkey.registration-options',
      isSecurityKey ? { second_factor_only: '1' } : {},
    ),
    action: route('passkey.store'),
    isSecurityKey,
    errorBag: 'addPasskey',
    onSuccess: onAdded,
  })

  if (!isSupported) {
    return isSecurityKey ? null : (
      <p className="text-muted">
        {t("This browser doesn't support passkeys. Use another one to add a passkey.")}
      </p>
    )
  }
  return (
    <div className="grid justify-items-start gap-3 needs-script">
      {errorMessage && (
        <Alert tone="danger" role="alert">
          {errorMessage}
        </Alert>
      )}
      <Button
        tone={primary ? 'primary' : undefined}
        aria-disabled={isBusy || undefined}
        onClick={() => isBusy || confirm(create)}
      >
        {label}
      </Button>
    </div>
  )
}
