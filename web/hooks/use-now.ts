import { usePage } from '@inertiajs/react'
import { useEffect, useState } from 'react'

/** The application's time in Unix milliseconds: real time unless the test clock is set. */
export function useNow(intervalMs: number): number {
  const offsetMs = useClockOffsetMs()
  const [realNow, setRealNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setRealNow(Date.now()), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
  return realNow + offsetMs
}

/** How far the test clock is ahead of real time. */
export function useClockOffsetMs(): number {
  return usePage().props.testClock?.offsetMs ?? 0
}
