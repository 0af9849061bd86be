import { useEffect, useEffectEvent } from 'react'

/** Less than the lifetime of a challenge. */
const renewAfterMs = 4 * 60_000

const loadPasskeyFlows = () => import('#web/lib/passkey-flows.ts')

/** Offers passkeys in the autofill list of the address field while mounted and enabled. */
export function usePasskeyAutofill(
  enabled: boolean,
  remember: () => boolean,
  onError: (error: unknown) => Promise<void>,
): void {
  const offerPasskeys = useEffectEvent(async () => {
    try {
      const destination = await (await loadPasskeyFlows()).signInWithAutofill(remember)
      if (destination !== null) location.assign(destination)
    } catch (error) {
      await onError(error)
    }
  })

  useEffect(() => {
    if (!enabled) return
    void offerPasskeys()
    const timer = setInterval(() => void offerPasskeys(), renewAfterMs)
    return () => clearInterval(timer)
  }, [enabled])

  useEffect(
    () => () => void loadPasskeyFlows().then(({ cancelPasskeyPrompt }) => cancelPasskeyPrompt()),
    [],
  )
}
