import { usePage } from '@inertiajs/react'
import { useRef } from 'react'

import type { ActionLabelSource } from '#web/components/ConfirmationDialog.tsx'
import { useTranslation } from '#web/i18n.tsx'

/**
 * Guards actions that the server allows only within `minutes` of the last confirmation.
 *
 * `const confirm = useConfirmation(15)`, then `confirm(() => form.delete(…))` runs the action, after asking in a dialog
 * if the confirmation has expired. The action does not run if the person declines.
 */
export function useConfirmation(
  minutes: 15 | 180,
): (action: () => void, labelSource?: ActionLabelSource) => void {
  const t = useTranslation()
  // Ignores further clicks while the first is pending.
  const isPending = useRef(false)
  const email = usePage().props.auth.user?.email ?? ''

  async function confirmThenRun(action: () => void, labelSource?: ActionLabelSource) {
    if (isPending.current) return
    isPending.current = true
    try {
      const { requireConfirmation } = await import('#web/components/ConfirmationDialog.tsx')
      if (await requireConfirmation({ minutes, email, t, labelSource })) action()
    } finally {
      isPending.current = false
    }
  }
  return (action, labelSource) => void confirmThenRun(action, labelSource)
}
