import { useClientValue } from './use-client-value.ts'

/** Whether the browser knows passkeys; true where that cannot be said yet, so that nothing that will be there appears late. */
export function usePasskeySupport(): boolean {
  return useClientValue(() => 'PublicKeyCredential' in window, true)
}
