import { useState } from 'react'

import { useTranslation } from '#web/i18n.tsx'

import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import type { ConfirmationMethodProps } from './ConfirmationMethods.tsx'

export function ConfirmByPasskey({ onConfirmed, onCancel }: ConfirmationMethodProps) {
  const t = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)

  async function confirm() {
    if (isBusy) return
    setBusy(true)
    setErrorMessage(null)
    try {
      await (await import('#web/lib/passkey-flows.ts')).confirmWithPasskey()
      onConfirmed()
    } catch (error) {
      const { passkeyErrorMessage } = await import('#web/lib/passkey-error-message.ts')
      setErrorMessage(passkeyErrorMessage(t, error))
    }
    setBusy(false)
  }

  return (
    <>
      <noscript>
        <p>{t('A passkey needs JavaScript. Turn it on to continue.')}</p>
      </noscript>
      <div className="grid gap-4 needs-script">
        <p>{t('Your device will ask for your fingerprint, face or screen lock.')}</p>
        {errorMessage && (
          <Alert tone="danger" role="alert">
            {errorMessage}
          </Alert>
        )}
        <div className={onCancel && 'dialog-actions'}>
          {onCancel && <Button onClick={onCancel}>{t('Not now')}</Button>}
          <Button
            tone="primary"
            wide={!onCancel}
            aria-disabled={isBusy || undefined}
            onClick={confirm}
          >
            {t('Confirm with a passkey')}
          </Button>
        </div>
      </div>
    </>
  )
}
