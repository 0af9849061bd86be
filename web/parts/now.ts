import { usePage } from '@inertiajs/react'
import { useEffect, useState } from 'react'

/** What the application's clock says, in Unix milliseconds: real time but where testers moved it. */
export function useNow(everyMs: number): number {
  const aheadMs = useAheadMs()
  const [real, tick] = useState(Date.now)
  useEffect(() => {
    const clock = setInterval(() => tick(Date.now()), everyMs)
    return () => clearInterval(clock)
  }, [everyMs])
  return real + aheadMs
}

/** How far testers moved the application's clock ahead of real time. */
export function useAheadMs(): number {
  return usePage().props.testClock?.aheadMs ?? 0
}
