import { usePage } from '@inertiajs/react'
import { useRef } from 'react'

import type { ConfirmationLevel } from '#app/confirmation-level.ts'
import { useTranslation } from '#web/i18n.tsx'

/**
 * Guards actions that the server allows only with a recent confirmation of the level.
 *
 * `const confirm = useConfirmation('sensitive')`, then `confirm(() => form.delete(…))` runs the action, after asking in a
 * dialog if the confirmation has expired. The action does not run if the person declines.
 */
export function useConfirmation(
  level: ConfirmationLevel,
): (action: () => void, form?: HTMLFormElement) => void {
  const t = useTranslation()
  // Ignores further clicks while the first is pending.
  const isPending = useRef(false)
  const email = usePage().props.auth.user?.email ?? ''

  async function confirmThenRun(action: () => void, form?: HTMLFormElement) {
    if (isPending.current) return
    isPending.current = true
    try {
      const { requireConfirmation } = await import('#web/components/ConfirmationDialog.tsx')
      if (await requireConfirmation({ level, email, t, form })) action()
    } finally {
      isPending.current = false
    }
  }
  return (action, form) => void confirmThenRun(action, form)
}
