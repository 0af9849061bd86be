import type { RefObject } from 'react'

import type { EventFilters } from '#app/time-travel/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { useTranslation } from '#web/i18n.tsx'

import type { NewEventsState } from './new-events.ts'

interface Props {
  newEvents: NewEventsState
  filters: EventFilters
  list: RefObject<HTMLElement | null>
}

/** Button for new events that are held back because inserting them would move the list. */
export function NewEvents({ newEvents, filters, list }: Props) {
  const t = useTranslation()
  const { pendingCount, isHeldBack, isReloading, backToNow } = newEvents
  // The number of events that match a filter is unknown.
  const { type, device, search } = filters
  const showsCount = pendingCount > 0 && type === null && device === null && search === null

  function show() {
    // The button disappears, so the focus moves to the list.
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
