import { useEffect, useEffectEvent } from 'react'

const loadPasskeyFlows = () => import('#web/lib/passkey-flows.ts')

/** One attempt per document: the browser has decided. */
let isAttempted = false

/** Lets the password manager create a passkey without a prompt, where the browser can. Its failures concern nobody. */
export function useAutomaticPasskey(onAdded: () => void): void {
  const notify = useEffectEvent(onAdded)
  useEffect(() => {
    if (isAttempted) return
    isAttempted = true
    create()
      .then((isAdded) => isAdded && notify())
      .catch(() => undefined)
    return () => void loadPasskeyFlows().then(({ cancelPasskeyPrompt }) => cancelPasskeyPrompt())
  }, [])
}

async function create(): Promise<boolean> {
  if (!('PublicKeyCredential' in window)) return false
  const capabilities = await PublicKeyCredential.getClientCapabilities?.()
  if (!capabilities?.['conditionalCreate']) return false
  await (await loadPasskeyFlows()).addAutomaticPasskey()
  return true
}
