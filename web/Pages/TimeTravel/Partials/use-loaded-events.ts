import { router } from '@inertiajs/react'
import { useMemo, useRef } from 'react'

import type { EventWindow } from '#app/time-travel/pages.ts'
import { toLoadedEvents } from '#web/components/time-travel/loaded-events.ts'

/** The events around the moment, and a function that loads them if they are missing. */
export function useLoadedEvents(eventWindow: EventWindow | undefined, total: number) {
  const loadedEvents = useMemo(() => toLoadedEvents(eventWindow, total), [eventWindow, total])
  const isLoading = useRef(false)

  function loadEvents(): void {
    if (eventWindow || isLoading.current) return
    isLoading.current = true
    router.reload({
      only: ['eventWindow'],
      preserveErrors: true,
      showProgress: false,
      onFinish: () => (isLoading.current = false),
    })
  }

  return { loadedEvents, loadEvents }
}
