import type { RefObject } from 'react'

import type { Arrivals } from '#web/Pages/TimeTravel/Partials/arrivals.ts'
import { Button } from '#web/parts/Button.tsx'
import { useText } from '#web/text.tsx'

interface Props {
  arrivals: Arrivals
  list: RefObject<HTMLElement | null>
}

/** What waits to be put at the top of the list, which would move under the eye. */
export function NewEvents({ arrivals: { waiting, isReloading, toNow }, list }: Props) {
  const t = useText()

  function show() {
    // The button goes away.
    list.current?.focus({ preventScroll: true })
    toNow()
  }

  if (waiting === 0) return null
  return (
    <Button tone="quiet" aria-disabled={isReloading} onClick={isReloading ? undefined : show}>
      <span className="badge">{t.n(waiting, 'One new', '{count} new')}</span>
      <span className="visually-hidden">{t('Show later events')}</span>
    </Button>
  )
}
