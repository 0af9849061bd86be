import { useEffect, useEffectEvent, useReducer, useRef } from 'react'

import type { LastVisit } from '#web/Pages/TimeTravel/Partials/last-visit.ts'
import type { Way } from '#web/Pages/TimeTravel/Partials/trail.ts'

/**
 * Takes one step after the other. Hands are faster than the server: steps wait for the one whose place it has to tell.
 *
 * @param take  says whether it led anywhere
 */
export function useSteps(visit: LastVisit, take: (way: Way) => boolean) {
  const waiting = useRef<Way[]>([])
  const [, goOn] = useReducer((times: number) => times + 1, 0)
  const takeNow = useEffectEvent(take)

  // After each step, since the next one begins where it led.
  useEffect(() => {
    while (!visit.isRunning) {
      const way = waiting.current.shift()
      if (!way || takeNow(way)) return
    }
  })

  return {
    add(way: Way) {
      waiting.current.push(way)
      goOn()
    },
    /** Once a visit has ended. */
    goOn,
    forget: () => void (waiting.current = []),
  }
}
