import { Link } from '@inertiajs/react'
import type { MouseEvent } from 'react'

import type { EventFilters } from '#app/time-travel/pages.ts'
import { Icon } from '#web/components/Icon.tsx'
import { skipToEnd } from '#web/components/icons/skip-to-end.ts'
import { syncArrows } from '#web/components/icons/sync-arrows.ts'
import { momentUrl } from '#web/components/time-travel/moment-url.ts'
import { useTranslation } from '#web/i18n.tsx'

import type { NewEventsState } from './new-events.ts'

interface Props {
  newEvents: NewEventsState
  isNow: boolean
  filters: EventFilters
}

/** Returns to now or, at now, reloads. The badge counts events that arrived meanwhile. */
export function BackToNow({ newEvents, isNow, filters }: Props) {
  const t = useTranslation()
  const { pendingCount, isReloading, backToNow } = newEvents

  function handleClick(event: MouseEvent) {
    event.preventDefault()
    backToNow()
  }

  return (
    <div className="back-to-now">
      <output>
        {pendingCount > 0 && (
          <span className="badge">{t.n(pendingCount, 'One new', '{count} new')}</span>
        )}
      </output>
      <Link className="button" href={momentUrl({ ...filters, at: null })} onClick={handleClick}>
        <span className="back-to-now-icon" data-busy={isReloading || undefined}>
          <Icon path={isNow ? syncArrows : skipToEnd} small />
        </span>
        <span>{isNow ? t('Refresh') : t('Back to now')}</span>
      </Link>
    </div>
  )
}
