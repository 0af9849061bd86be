import { useRef, useState } from 'react'

import { usePasskeyAutofill } from '#web/Pages/Auth/Partials/passkey-autofill.ts'
import { Button } from '#web/parts/Button.tsx'
import { FieldError } from '#web/parts/Field.tsx'
import { usePasskeySupport } from '#web/parts/passkey-support.ts'
import { useText } from '#web/text.tsx'

/** Stands in the form of signing in, whose "keep me signed in" counts here too. */
export function PasskeySignIn() {
  const t = useText()
  const isSupported = usePasskeySupport()
  const button = useRef<HTMLButtonElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  usePasskeyAutofill(isSupported && !isBusy, isToStay, explain)

  function isToStay(): boolean {
    const box = button.current?.form?.elements.namedItem('remember')
    return box instanceof HTMLInputElement && box.checked
  }

  async function explain(error: unknown) {
    const { passkeyTrouble } = await import('#web/parts/passkey-trouble.ts')
    setProblem(passkeyTrouble(t, error))
  }

  async function signIn() {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      const { signInByPasskey } = await import('#web/parts/passkey-ceremonies.ts')
      location.assign(await signInByPasskey(isToStay))
    } catch (error) {
      setBusy(false)
      await explain(error)
    }
  }

  if (!isSupported) return null
  return (
    <div className="grid gap-3 needs-script">
      <Button ref={button} wide aria-disabled={isBusy || undefined} onClick={signIn}>
        {t('Sign in with a passkey')}
      </Button>
      {problem && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </div>
  )
}
