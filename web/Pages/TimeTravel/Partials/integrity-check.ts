import { http } from '@inertiajs/core'
import { useEffect, useRef, useState } from 'react'

import type { IntegrityCheck } from '#app/log-integrity/pages.ts'
import { route } from '#web/route.ts'

/** The result so far; null before the first response. */
export type IntegrityCheckState = IntegrityCheck | 'unreachable' | null

/**
 * Has the server verify the event log in steps, until the end or the first fault.
 *
 * @param total  number of events; verification continues when it grows
 */
export function useIntegrityCheck(total: number): IntegrityCheckState {
  const [checkState, setCheckState] = useState<IntegrityCheckState>(null)

  // Starts below 0, so that a log that lost all its events is verified too.
  const verifiedTo = useRef(-1)

  useEffect(() => {
    const controller = new AbortController()
    if (verifiedTo.current < total)
      void checkFrom(Math.max(0, verifiedTo.current), controller.signal, handleStep)
    return () => controller.abort()

    function handleStep(step: IntegrityCheckState) {
      if (step !== null && typeof step !== 'string') verifiedTo.current = step.verifiedTo
      setCheckState(step)
    }
  }, [total])

  return checkState
}

async function checkFrom(
  from: number,
  signal: AbortSignal,
  onStep: (step: IntegrityCheckState) => void,
): Promise<void> {
  try {
    const url = route('time-travel.seal', { from })
    const headers = { Accept: 'application/json' }
    const { data } = await http.getClient().request({ method: 'get', url, headers, signal })
    const step: IntegrityCheck = JSON.parse(data)
    if (signal.aborted) return
    onStep(step)
    if (!step.isDone && step.broken === null) await checkFrom(step.verifiedTo, signal, onStep)
  } catch {
    if (!signal.aborted) onStep('unreachable')
  }
}
