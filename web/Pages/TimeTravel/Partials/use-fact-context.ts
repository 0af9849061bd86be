import { usePage } from '@inertiajs/react'
import { useMemo } from 'react'

import type { Pages } from '#app/pages.ts'
import type { FactContext } from '#web/components/time-travel/fact.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'

export function useFactContext(devices: FactContext['devices']): FactContext {
  const t = useTranslation()
  const timeZone = useTimezone()
  const { languages, attributes } = usePage<Pages['TimeTravel/Index']>().props
  return useMemo(
    () => ({ t, timeZone, devices, languages, attributes }),
    [t, timeZone, devices, languages, attributes],
  )
}

/** The names of the attributes that the person may change. */
export function useRestorableAttributes(): string[] {
  const { attributes } = usePage<Pages['TimeTravel/Index']>().props
  return attributes.flatMap(({ name, visibility }) => (visibility === 'managed' ? [] : name))
}
