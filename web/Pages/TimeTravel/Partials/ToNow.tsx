import { Link } from '@inertiajs/react'
import type { MouseEvent } from 'react'

import type { EventFilters } from '#app/pages.ts'
import { addressOf } from '#web/Pages/TimeTravel/Partials/address.ts'
import type { Arrivals } from '#web/Pages/TimeTravel/Partials/arrivals.ts'
import { Icon } from '#web/parts/Icon.tsx'
import { syncArrows } from '#web/parts/icons/sync-arrows.ts'
import { useText } from '#web/text.tsx'

interface Props {
  arrivals: Arrivals
  isNow: boolean
  filters: EventFilters
}

/** Back to now, and while there, a look whether anything is new. What came meanwhile is said, quietly. */
export function ToNow({ arrivals, isNow, filters }: Props) {
  const t = useText()
  const { waiting, isReloading, toNow } = arrivals

  function go(event: MouseEvent) {
    event.preventDefault()
    toNow()
  }

  return (
    <div className="to-now">
      <output>
        {waiting > 0 && <span className="badge">{t.n(waiting, 'One new', '{count} new')}</span>}
      </output>
      <Link className="button" href={addressOf({ ...filters, at: null })} onClick={go}>
        <span className="to-now-icon" data-busy={isReloading || undefined}>
          <Icon of={syncArrows} small />
        </span>
        {isNow ? t('Look again') : t('Back to now')}
      </Link>
    </div>
  )
}
