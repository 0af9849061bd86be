import { usePage } from '@inertiajs/react'
import { useRef } from 'react'

import type { Act } from '#web/parts/ConfirmationDialog.tsx'
import { useText } from '#web/text.tsx'

/**
 * For what the server does only for someone who has shown within so many minutes that it is still them.
 *
 * `const confirm = useConfirmation(15)`, then `confirm(() => form.delete(…))`: does it at once when that is so; otherwise
 * asks in a dialog, which names the act, and then does it, with everything on the page as it was. Nothing happens when
 * the person declines.
 */
export function useConfirmation(minutes: 15 | 180): (action: () => void, act?: Act) => void {
  const text = useText()
  // Two clicks are one wish.
  const isAsking = useRef(false)
  const email = usePage().props.auth.user?.email ?? ''

  async function ask(action: () => void, act?: Act) {
    if (isAsking.current) return
    isAsking.current = true
    try {
      const { mayGoOn } = await import('#web/parts/ConfirmationDialog.tsx')
      if (await mayGoOn({ minutes, email, text, act })) action()
    } finally {
      isAsking.current = false
    }
  }
  return (action, act) => void ask(action, act)
}
