import { useState } from 'react'

import { Button } from '#web/parts/Button.tsx'
import type { WayProps } from '#web/parts/ConfirmationWays.tsx'
import { Notice } from '#web/parts/Notice.tsx'
import { useText } from '#web/text.tsx'

export function ConfirmByPasskey({ onConfirmed, onDecline }: WayProps) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function confirm() {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      await (await import('#web/parts/passkey-ceremonies.ts')).confirmByPasskey()
      onConfirmed()
    } catch (error) {
      const { passkeyTrouble } = await import('#web/parts/passkey-trouble.ts')
      setProblem(passkeyTrouble(t, error))
    }
    setBusy(false)
  }

  return (
    <div className="grid gap-4 needs-script">
      <p>{t('Your device asks for your finger, your face or its own code.')}</p>
      {problem && (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
      <div className={onDecline && 'dialog-actions'}>
        {onDecline && <Button onClick={onDecline}>{t('Not now')}</Button>}
        <Button
          tone="primary"
          wide={!onDecline}
          aria-disabled={isBusy || undefined}
          onClick={confirm}
        >
          {t('Confirm with a passkey')}
        </Button>
      </div>
    </div>
  )
}
