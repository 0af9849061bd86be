import { useEffect, useState } from 'react'

import type { AccountEventType, AccountEventMessage } from '#app/events.ts'

type AccountEvent = AccountEventMessage & { type: AccountEventType }

const listeners = new Set<(event: AccountEvent | null) => void>()

export interface LiveEvents {
  /** The number of the newest event that was heard of. */
  newestSequence: number
  /** How often something may have happened while nobody heard. */
  gaps: number
}

/** What was heard since the page is there, from here or elsewhere. */
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

/** @param event  null when something may have happened while nobody heard */
export function emitAccountEvent(event: AccountEvent | null): void {
  for (const listener of listeners) listener(event)
}
