import { usePage } from '@inertiajs/react'
import { lazy, Suspense, useState } from 'react'

import { useHydrated } from '#web/hooks/use-hydrated.ts'

import { Alert } from './Alert.tsx'

const TestClockBanner = lazy(() => import('#web/components/TestClockBanner.tsx'))

/** Message of the last action. The live region is always rendered, since only later changes are announced. */
export function FlashBanner() {
  const { flash, props } = usePage()
  const isHydrated = useHydrated()
  const [dismissed, setDismissed] = useState<unknown>()
  const isVisible = flash.banner && flash !== dismissed

  return (
    <>
      {isHydrated && props.testClock && props.testClock.offsetMs > 0 && (
        <Suspense>
          <TestClockBanner {...props.testClock} />
        </Suspense>
      )}
      <div className="banner" aria-live="polite">
        {isVisible && (
          <Alert tone={flash.bannerStyle ?? 'success'} onDismiss={() => setDismissed(flash)}>
            {flash.banner}
          </Alert>
        )}
      </div>
    </>
  )
}
