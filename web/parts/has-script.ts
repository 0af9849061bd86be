import { useOnlyHere } from '#web/parts/only-here.ts'

/** False on the server and while the page is taken over, for what is loaded only then; true from then on. */
export function useHasScript(): boolean {
  return useOnlyHere(() => true, false)
}
