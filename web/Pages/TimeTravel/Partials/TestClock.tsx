import { usePage } from '@inertiajs/react'
import { lazy, Suspense } from 'react'

import { useHasScript } from '#web/parts/has-script.ts'

const TestClockPanel = lazy(() => import('#web/Pages/TimeTravel/Partials/TestClockPanel.tsx'))

/** Nothing, and no weight, but where testers may move the clock. */
export function TestClock() {
  const { testClock } = usePage().props
  const hasScript = useHasScript()
  if (!testClock || !hasScript) return null
  return (
    <Suspense>
      <TestClockPanel {...testClock} />
    </Suspense>
  )
}
