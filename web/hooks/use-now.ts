import { usePage } from '@inertiajs/react'
import { useEffect, useState } from 'react'

/** What the application's clock says, in Unix milliseconds: real time but where testers moved it. */
export function useNow(intervalMs: number): number {
  const offsetMs = useClockOffsetMs()
  const [realNow, setRealNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setRealNow(Date.now()), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
  return realNow + offsetMs
}

/** How far testers moved the application's clock ahead of real time. */
export function useClockOffsetMs(): number {
  return usePage().props.testClock?.offsetMs ?? 0
}
