import type { RefObject } from 'react'

import type { EventFilters } from '#app/pages.ts'
import type { Arrivals } from '#web/Pages/TimeTravel/Partials/arrivals.ts'
import { Button } from '#web/parts/Button.tsx'
import { useText } from '#web/text.tsx'

interface Props {
  arrivals: Arrivals
  filters: EventFilters
  list: RefObject<HTMLElement | null>
}

/** What waits to be put at the top of the list, which would move under the eye. */
export function NewEvents({ arrivals, filters, list }: Props) {
  const t = useText()
  const { waiting, isHeld, isReloading, toNow } = arrivals
  // Nobody knows how much of it a filter lets through.
  const isCounted = waiting > 0 && filters.type === null && filters.device === null

  function show() {
    // The button goes away.
    list.current?.focus({ preventScroll: true })
    toNow()
  }

  if (!isHeld) return null
  return (
    <Button tone="quiet" aria-disabled={isReloading} onClick={isReloading ? undefined : show}>
      {isCounted && <span className="badge">{t.n(waiting, 'One new', '{count} new')}</span>}
      <span className={isCounted ? 'visually-hidden' : 'badge'}>{t('Show later events')}</span>
    </Button>
  )
}
