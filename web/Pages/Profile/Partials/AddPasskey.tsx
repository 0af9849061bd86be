import { router } from '@inertiajs/react'
import { useEffect, useState } from 'react'

import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { usePasskeySupport } from '#web/hooks/use-passkey-support.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

const loadPasskeyFlows = () => import('#web/lib/passkey-flows.ts')

export function AddPasskey({ primary }: { primary?: boolean }) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  const isSupported = usePasskeySupport()
  const [isBusy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)

  // Some browsers open the WebAuthn dialog only right after a click, so the code must be loaded before.
  useEffect(() => void loadPasskeyFlows(), [])

  async function add() {
    setBusy(true)
    setErrorMessage(null)
    try {
      const credential = await (await loadPasskeyFlows()).createPasskey()
      router.post(route('passkey.store'), JSON.parse(JSON.stringify({ credential })), {
        errorBag: 'addPasskey',
        preserveScroll: true,
        onError: (errors) => setErrorMessage(Object.values(errors)[0] ?? null),
        onFinish: () => setBusy(false),
      })
    } catch (error) {
      setBusy(false)
      const { passkeyErrorMessage } = await import('#web/lib/passkey-error-message.ts')
      const nothingAdded = t(
        'No passkey was added. Try again and follow the steps in your browser.',
      )
      setErrorMessage(passkeyErrorMessage(t, error, nothingAdded))
    }
  }

  if (!isSupported) {
    return (
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
        onClick={() => isBusy || confirm(() => void add(), t('Add a passkey'))}
      >
        {t('Add a passkey')}
      </Button>
    </div>
  )
}
