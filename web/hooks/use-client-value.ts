import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/**
 * What only a browser knows and what does not change while the page stands.
 *
 * @param serverValue  what stands in for it on the server and while the page is taken over
 */
export function useClientValue<T>(getClientValue: () => T, serverValue: T): T {
  return useSyncExternalStore(subscribeToNothing, getClientValue, () => serverValue)
}
