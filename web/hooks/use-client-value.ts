import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/**
 * A value known only to the browser and constant while the page is open.
 *
 * @param serverValue  used on the server and during hydration
 */
export function useClientValue<T>(getClientValue: () => T, serverValue: T): T {
  return useSyncExternalStore(subscribeToNothing, getClientValue, () => serverValue)
}
