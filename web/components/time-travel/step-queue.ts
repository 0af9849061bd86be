import { useEffect, useEffectEvent, useReducer, useRef } from 'react'

import type { LatestVisit } from './latest-visit.ts'
import type { Direction } from './loaded-events.ts'

/**
 * Takes queued steps one by one. Key presses outpace the server, so a step waits for the visit before it.
 *
 * @param takeStep  returns false if there was nowhere to go
 */
export function useStepQueue(
  latestVisit: LatestVisit,
  takeStep: (direction: Direction) => boolean,
) {
  const queue = useRef<Direction[]>([])
  const [, processNext] = useReducer((times: number) => times + 1, 0)
  const takeStepNow = useEffectEvent(takeStep)

  // Runs after every render, since each step starts where the last one ended.
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
    processNext,
    clear: () => void (queue.current = []),
  }
}
