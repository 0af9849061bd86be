import { http } from '@inertiajs/core'
import { useEffect, useRef, useState } from 'react'

import type { SealStep } from '#app/pages.ts'
import { route } from '#web/route.ts'

/** What is known of the record by now; null before the first answer. */
export type SealState = SealStep | 'unreachable' | null

/**
 * Lets the server check the record, part by part, until it is done or a break is found.
 *
 * @param total  goes on when there are more events
 */
export function useSealCheck(total: number): SealState {
  const [known, know] = useState<SealState>(null)

  // A record that has lost all its events is checked too.
  const verifiedTo = useRef(-1)

  useEffect(() => {
    const stop = new AbortController()
    if (verifiedTo.current < total) void check(Math.max(0, verifiedTo.current), stop.signal, note)
    return () => stop.abort()

    function note(step: SealState) {
      if (step !== null && typeof step !== 'string') verifiedTo.current = step.verifiedTo
      know(step)
    }
  }, [total])

  return known
}

async function check(
  from: number,
  signal: AbortSignal,
  know: (step: SealState) => void,
): Promise<void> {
  try {
    const url = route('time-travel.seal', { from })
    const headers = { Accept: 'application/json' }
    const { data } = await http.getClient().request({ method: 'get', url, headers, signal })
    const step: SealStep = JSON.parse(data)
    if (signal.aborted) return
    know(step)
    if (!step.isDone && step.broken === null) await check(step.verifiedTo, signal, know)
  } catch {
    if (!signal.aborted) know('unreachable')
  }
}
