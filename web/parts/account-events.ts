import { useEffect, useState } from 'react'

import type { AccountEventType, AccountMessage } from '#app/events.ts'

type Heard = AccountMessage & { type: AccountEventType }

const listeners = new Set<(heard: Heard | null) => void>()

export interface News {
  /** The number of the newest event that was heard of. */
  newest: number
  /** How often something may have happened while nobody heard. */
  doubts: number
}

/** What was heard since the page is there, from here or elsewhere. */
export function useNews(): News {
  const [news, hear] = useState<News>({ newest: 0, doubts: 0 })

  useEffect(() => {
    const listen = (heard: Heard | null) =>
      hear(({ newest, doubts }) =>
        heard
          ? { newest: Math.max(newest, heard.sequence), doubts }
          : { newest, doubts: doubts + 1 },
      )
    listeners.add(listen)
    return () => void listeners.delete(listen)
  }, [])

  return news
}

/** @param heard  null when something may have happened while nobody heard */
export function tellPage(heard: Heard | null): void {
  for (const listen of listeners) listen(heard)
}
