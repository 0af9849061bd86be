import { usePage } from '@inertiajs/react'
import { lazy, Suspense, useState } from 'react'

import { useHasScript } from '#web/parts/has-script.ts'
import { Notice } from '#web/parts/Notice.tsx'

const TestClockBanner = lazy(() => import('#web/parts/TestClockBanner.tsx'))

/** What the last action has to say. The live region is there before its words are, or they would not be read out. */
export function Banner() {
  const { flash, props } = usePage()
  const hasScript = useHasScript()
  const [dismissed, dismiss] = useState<unknown>()
  const shown = flash.banner && flash !== dismissed

  return (
    <>
      {hasScript && props.testClock && props.testClock.aheadMs > 0 && (
        <Suspense>
          <TestClockBanner {...props.testClock} />
        </Suspense>
      )}
      <div className="banner" aria-live="polite">
        {shown && (
          <Notice tone={flash.bannerStyle ?? 'success'} onDismiss={() => dismiss(flash)}>
            {flash.banner}
          </Notice>
        )}
      </div>
    </>
  )
}
