import { usePage } from '@inertiajs/react'
import { useEffect, useState } from 'react'

/** What the application's clock says, in Unix milliseconds: real time but where testers moved it. */
export function useNow(everyMs: number): number {
  const aheadMs = usePage().props.testClock?.aheadMs ?? 0
  const [real, tick] = useState(Date.now)
  useEffect(() => {
    const clock = setInterval(() => tick(Date.now()), everyMs)
    return () => clearInterval(clock)
  }, [everyMs])
  return real + aheadMs
}
