import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * What only a browser knows and what does not change while the page stands.
 *
 * @param elsewhere  what stands in for it on the server and while the page is taken over
 */
export function useOnlyHere<T>(here: () => T, elsewhere: T): T {
  return useSyncExternalStore(never, here, () => elsewhere)
}
