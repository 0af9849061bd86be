import { useClientValue } from './use-client-value.ts'

/** False on the server and during hydration, then true. */
export function useHydrated(): boolean {
  return useClientValue(() => true, false)
}
