import { useEffect, useState } from 'react'

import type { AccountEventType, AccountEventMessage } from '#app/account-events.ts'

type AccountEvent = AccountEventMessage & { type: AccountEventType }

const listeners = new Set<(event: AccountEvent | null) => void>()

export interface LiveEvents {
  newestSequence: number
  /** How often events may have been missed. */
  gaps: number
}

/** The account's events received since the component mounted, from any device. */
export function useLiveEvents(): LiveEvents {
  const [events, setEvents] = useState<LiveEvents>({ newestSequence: 0, gaps: 0 })

  useEffect(() => {
    const listener = (event: AccountEvent | null) =>
      setEvents(({ newestSequence, gaps }) =>
        event
          ? { newestSequence: Math.max(newestSequence, event.sequence), gaps }
          : { newestSequence, gaps: gaps + 1 },
      )
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])

  return events
}

/** @param event  null if events may have been missed */
export function emitAccountEvent(event: AccountEvent | null): void {
  for (const listener of listeners) listener(event)
}
