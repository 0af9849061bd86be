import { useEffect, useEffectEvent, useReducer, useRef } from 'react'

import type { LatestVisit } from './latest-visit.ts'
import type { Direction } from './loaded-events.ts'

/**
 * Takes one step after the other. Hands are faster than the server: steps wait for the one whose place it has to tell.
 *
 * @param takeStep  says whether it led anywhere
 */
export function useStepQueue(
  latestVisit: LatestVisit,
  takeStep: (direction: Direction) => boolean,
) {
  const queue = useRef<Direction[]>([])
  const [, processNext] = useReducer((times: number) => times + 1, 0)
  const takeStepNow = useEffectEvent(takeStep)

  // After each step, since the next one begins where it led.
  useEffect(() => {
    while (!latestVisit.isRunning) {
      const direction = queue.current.shift()
      if (!direction || takeStepNow(direction)) return
    }
  })

  return {
    add(direction: Direction) {
      queue.current.push(direction)
      processNext()
    },
    /** Once a visit has ended. */
    processNext,
    clear: () => void (queue.current = []),
  }
}
