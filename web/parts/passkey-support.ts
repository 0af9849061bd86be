import { useOnlyHere } from '#web/parts/only-here.ts'

/** Whether the browser knows passkeys; true where that cannot be said yet, so that nothing that will be there appears late. */
export function usePasskeySupport(): boolean {
  return useOnlyHere(() => 'PublicKeyCredential' in window, true)
}
