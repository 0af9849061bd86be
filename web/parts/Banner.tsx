import { usePage } from '@inertiajs/react'
import { useState } from 'react'

import { Notice } from '#web/parts/Notice.tsx'

/** What the last action has to say. The live region is there before its words are, or they would not be read out. */
export function Banner() {
  const { flash } = usePage()
  const [dismissed, dismiss] = useState<unknown>()
  const shown = flash.banner && flash !== dismissed

  return (
    <div className="banner" aria-live="polite">
      {shown && (
        <Notice tone={flash.bannerStyle ?? 'success'} onDismiss={() => dismiss(flash)}>
          {flash.banner}
        </Notice>
      )}
    </div>
  )
}
