import { usePage } from '@inertiajs/react'
import { lazy, Suspense } from 'react'

import { useHydrated } from '#web/hooks/use-hydrated.ts'

const TestClockPanel = lazy(() => import('#web/Pages/TimeTravel/Partials/TestClockPanel.tsx'))

/** Loads the panel only where the server has a test clock. */
export function TestClock() {
  const { testClock } = usePage().props
  const isHydrated = useHydrated()
  if (!testClock || !isHydrated) return null
  return (
    <Suspense>
      <TestClockPanel {...testClock} />
    </Suspense>
  )
}
