import { usePage } from '@inertiajs/react'
import { useRef } from 'react'

import type { ActionLabelSource } from '#web/components/ConfirmationDialog.tsx'
import { useTranslation } from '#web/i18n.tsx'

/**
 * For what the server does only for someone who has shown within so many minutes that it is still them.
 *
 * `const confirm = useConfirmation(15)`, then `confirm(() => form.delete(…))`: does it at once when that is so; otherwise
 * asks in a dialog, which names the act, and then does it, with everything on the page as it was. Nothing happens when
 * the person declines.
 */
export function useConfirmation(
  minutes: 15 | 180,
): (action: () => void, labelSource?: ActionLabelSource) => void {
  const t = useTranslation()
  // Two clicks are one wish.
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
