import { useEffect, useEffectEvent } from 'react'

/** Before a challenge of ours runs out, the list gets a new one. */
const renewAfterMs = 4 * 60_000

const ceremonies = () => import('#web/parts/passkey-ceremonies.ts')

/** Offers passkeys in the list under the field for the address, as long as the page stands and nothing else asks for one. */
export function usePasskeyAutofill(
  isWanted: boolean,
  remember: () => boolean,
  explain: (error: unknown) => Promise<void>,
): void {
  const offer = useEffectEvent(async () => {
    try {
      const destination = await (await ceremonies()).signInByAutofill(remember)
      if (destination !== null) location.assign(destination)
    } catch (error) {
      await explain(error)
    }
  })

  useEffect(() => {
    if (!isWanted) return
    void offer()
    const renewal = setInterval(() => void offer(), renewAfterMs)
    return () => clearInterval(renewal)
  }, [isWanted])

  useEffect(() => () => void ceremonies().then(({ stopWaiting }) => stopWaiting()), [])
}
