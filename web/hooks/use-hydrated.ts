import { useClientValue } from './use-client-value.ts'

/** False on the server and while the page is taken over, for what is loaded only then; true from then on. */
export function useHydrated(): boolean {
  return useClientValue(() => true, false)
}
