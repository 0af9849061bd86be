import { router } from '@inertiajs/react'
import { useEffect, useState } from 'react'

import { useTranslation } from '#web/i18n.tsx'

const loadPasskeyFlows = () => import('#web/lib/passkey-flows.ts')

interface Target {
  /** The URL of the creation options. */
  options: string
  /** The URL that takes the passkey. */
  action: string
  errorBag: string
  /** Creates a security key, which signs in after the password only. */
  isSecurityKey?: boolean
  onSuccess?: (() => void) | undefined
}

/** Creates a passkey and posts it. `create` runs after a click: some browsers require one. */
export function usePasskeyCreation(target: Target) {
  const { options, action, errorBag, isSecurityKey = false, onSuccess } = target
  const t = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)

  // Some browsers open the WebAuthn dialog only right after a click, so the code must be loaded before.
  useEffect(() => void loadPasskeyFlows(), [])

  async function create() {
    setBusy(true)
    setErrorMessage(null)
    try {
      const credential = await (await loadPasskeyFlows()).createPasskey(options)
      const data = { credential, second_factor_only: isSecurityKey }
      router.post(action, JSON.parse(JSON.stringify(data)), {
        errorBag,
        preserveScroll: true,
        ...(onSuccess && { onSuccess }),
        onError: (errors) => setErrorMessage(Object.values(errors)[0] ?? null),
        onFinish: () => setBusy(false),
      })
    } catch (error) {
      setBusy(false)
      const { passkeyErrorMessage } = await import('#web/lib/passkey-error-message.ts')
      const nothingAdded = isSecurityKey
        ? t('No security key was added. Try again and follow the steps in your browser.')
        : t('No passkey was added. Try again and follow the steps in your browser.')
      setErrorMessage(passkeyErrorMessage(t, error, nothingAdded))
    }
  }

  return { isBusy, errorMessage, create: () => void (isBusy || create()) }
}
