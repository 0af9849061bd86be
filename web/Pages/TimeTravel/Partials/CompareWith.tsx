import { Link, router } from '@inertiajs/react'
import { type FormEvent, useId } from 'react'

import type { EventFilters } from '#app/time-travel/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { formatLocalTime, parseLocalTime } from '#web/components/time-travel/local-time.ts'
import { momentUrl } from '#web/components/time-travel/moment-url.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import type { DisplayedState } from './use-time-travel.ts'

interface Props {
  shown: Pick<DisplayedState, 'at' | 'isNow'>
  filters: EventFilters
}

const comparedProps = ['compared', 'differences', 'devices', 'filters']
const visitOptions = { only: comparedProps, preserveState: true, preserveScroll: true } as const

/** Chooses the moment that the selected one is compared with. An ordinary GET form without script. */
export function CompareWith({ shown, filters }: Props) {
  const t = useTranslation()
  const id = useId()
  const zone = useTimezone()
  const { comparedAt } = filters
  const at = shown.isNow ? null : shown.at
  const initial = comparedAt === null ? shown.at : Date.parse(comparedAt)

  function compare(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const other = parseLocalTime(zone, String(new FormData(event.currentTarget).get('with')))
    if (Number.isNaN(other)) return
    const url = momentUrl({ ...filters, at, comparedAt: new Date(other).toISOString() })
    router.visit(url, visitOptions)
  }

  return (
    <details className="compare-with" open={comparedAt !== null || undefined}>
      <summary>{t('Compare with another time')}</summary>
      <form className="moment-field" action={route('time-travel.index')} onSubmit={compare}>
        {at !== null && <input type="hidden" name="at" value={new Date(at).toISOString()} />}
        {filters.type && <input type="hidden" name="type" value={filters.type} />}
        {filters.device && <input type="hidden" name="device" value={filters.device} />}
        {filters.search && <input type="hidden" name="search" value={filters.search} />}
        <label htmlFor={id}>{t('The other time')}</label>
        <input
          key={comparedAt}
          id={id}
          name="with"
          type="datetime-local"
          step="1"
          required
          defaultValue={formatLocalTime(zone, initial)}
          suppressHydrationWarning
        />
        <Button type="submit">{t('Compare')}</Button>
        {comparedAt !== null && (
          <Link href={momentUrl({ ...filters, at, comparedAt: null })} {...visitOptions}>
            {t('Compare with now')}
          </Link>
        )}
      </form>
    </details>
  )
}
