import { useRef, useState } from 'react'

import { Button } from '#web/components/Button.tsx'
import { FieldError } from '#web/components/Field.tsx'
import { usePasskeySupport } from '#web/hooks/use-passkey-support.ts'
import { useTranslation } from '#web/i18n.tsx'

import { usePasskeyAutofill } from './use-passkey-autofill.ts'

/** Render inside the sign-in form: it reads that form's "Keep me signed in" checkbox. */
export function PasskeySignIn() {
  const t = useTranslation()
  const isSupported = usePasskeySupport()
  const button = useRef<HTMLButtonElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  usePasskeyAutofill(isSupported && !isBusy, shouldRemember, showError)

  function shouldRemember(): boolean {
    const box = button.current?.form?.elements.namedItem('remember')
    return box instanceof HTMLInputElement && box.checked
  }

  async function showError(error: unknown) {
    const { passkeyErrorMessage } = await import('#web/lib/passkey-error-message.ts')
    setErrorMessage(passkeyErrorMessage(t, error))
  }

  async function signIn() {
    if (isBusy) return
    setBusy(true)
    setErrorMessage(null)
    try {
      const { signInWithPasskey } = await import('#web/lib/passkey-flows.ts')
      location.assign(await signInWithPasskey(shouldRemember))
    } catch (error) {
      setBusy(false)
      await showError(error)
    }
  }

  if (!isSupported) return null
  return (
    <div className="grid gap-3 needs-script">
      <Button ref={button} wide aria-disabled={isBusy || undefined} onClick={signIn}>
        {t('Sign in with a passkey')}
      </Button>
      {errorMessage && (
        <div role="alert">
          <FieldError>{errorMessage}</FieldError>
        </div>
      )}
    </div>
  )
}
