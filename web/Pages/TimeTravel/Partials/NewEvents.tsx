import type { RefObject } from 'react'

import type { EventFilters } from '#app/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { useTranslation } from '#web/i18n.tsx'

import type { NewEventsState } from './new-events.ts'

interface Props {
  newEvents: NewEventsState
  filters: EventFilters
  list: RefObject<HTMLElement | null>
}

/** What waits to be put at the top of the list, which would move under the eye. */
export function NewEvents({ newEvents, filters, list }: Props) {
  const t = useTranslation()
  const { pendingCount, isHeldBack, isReloading, backToNow } = newEvents
  // Nobody knows how much of it a filter lets through.
  const showsCount = pendingCount > 0 && filters.type === null && filters.device === null

  function show() {
    // The button goes away.
    list.current?.focus({ preventScroll: true })
    backToNow()
  }

  if (!isHeldBack) return null
  return (
    <Button tone="quiet" aria-disabled={isReloading} onClick={isReloading ? undefined : show}>
      {showsCount && <span className="badge">{t.n(pendingCount, 'One new', '{count} new')}</span>}
      <span className={showsCount ? 'visually-hidden' : 'badge'}>{t('Show later events')}</span>
    </Button>
  )
}
