import { useClientValue } from './use-client-value.ts'

/** Whether the browser supports passkeys. True until hydration, so that buttons do not appear late. */
export function usePasskeySupport(): boolean {
  return useClientValue(() => 'PublicKeyCredential' in window, true)
}
