import { HttpResponseError } from '@inertiajs/core'
import { router } from '@inertiajs/react'
import { type FormEvent, useEffect, useState } from 'react'

import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { usePasskeySupport } from '#web/hooks/use-passkey-support.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { TrustCheckbox } from './TrustCheckbox.tsx'

const loadPasskeyFlows = () => import('#web/lib/passkey-flows.ts')

interface Props {
  /** Whether the sign-in can be completed in another way. */
  hasOthers: boolean
  trustDays: number
}

export function PasskeyChallenge({ hasOthers, trustDays }: Props) {
  const t = useTranslation()
  const isSupported = usePasskeySupport()
  const [isBusy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)

  // Some browsers open the WebAuthn dialog only right after a click, so the code must be loaded before.
  useEffect(() => void loadPasskeyFlows(), [])

  async function answer(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const trust_device = new FormData(event.currentTarget).has('trust_device')
    setBusy(true)
    setErrorMessage(null)
    try {
      const credential = await (await loadPasskeyFlows()).answerChallenge()
      const data = { credential, trust_device }
      router.post(route('two-factor.passkey'), JSON.parse(JSON.stringify(data)), {
        onError: (errors) => setErrorMessage(Object.values(errors)[0] ?? null),
        onFinish: () => setBusy(false),
      })
    } catch (error) {
      setBusy(false)
      // The page tells that the sign-in has expired.
      if (error instanceof HttpResponseError && error.response.status === 401)
        return router.visit(route('two-factor.login'))
      const { passkeyErrorMessage } = await import('#web/lib/passkey-error-message.ts')
      setErrorMessage(passkeyErrorMessage(t, error))
    }
  }

  if (!isSupported) {
    return <p>{t("This browser doesn't support passkeys. Sign in another way, or elsewhere.")}</p>
  }
  return (
    <>
      <noscript>
        <p>
          {hasOthers
            ? t('A passkey needs JavaScript, which is off in this browser. Try another way.')
            : t('A passkey needs JavaScript. Turn it on in this browser, then reload the page.')}
        </p>
      </noscript>
      <form className="grid gap-6 needs-script" onSubmit={(event) => void answer(event)}>
        <p>{t('Use your passkey, or plug in your security key and touch it.')}</p>
        {errorMessage && (
          <Alert tone="danger" role="alert">
            {errorMessage}
          </Alert>
        )}
        <TrustCheckbox days={trustDays} asksFor="passkey" />
        <Button type="submit" tone="primary" wide aria-disabled={isBusy || undefined}>
          {t('Continue')}
        </Button>
      </form>
    </>
  )
}
