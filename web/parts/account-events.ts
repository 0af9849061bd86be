import { useEffect, useEffectEvent } from 'react'

import type { AccountEventType, AccountMessage } from '#app/events.ts'

export type Heard = AccountMessage & { type: AccountEventType }

const listeners = new Set<(heard: Heard | null) => void>()

/**
 * Calls back when something happens to the account, here or elsewhere, with null when something may have happened while
 * nobody heard; never on the server, and not while the line is cut.
 */
export function useAccountEvents(onEvent: (heard: Heard | null) => void): void {
  const tell = useEffectEvent(onEvent)
  useEffect(() => {
    const listen = (heard: Heard | null) => tell(heard)
    listeners.add(listen)
    return () => void listeners.delete(listen)
  }, [])
}

export function tellPage(heard: Heard | null): void {
  for (const listen of listeners) listen(heard)
}
