import { type FormEvent, useEffect, useId, useRef } from 'react'

import type { EventFilters } from '#app/time-travel/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { parseLocalTime, formatLocalTime } from './local-time.ts'

interface Props {
  /** Unix milliseconds. */
  at: number
  filters: EventFilters
  onChoose: (at: number) => void
}

/** Field for an exact moment. Without script it is an ordinary GET form. */
export function MomentField({ at, filters, onChoose }: Props) {
  const t = useTranslation()
  const id = useId()
  const zone = useTimezone()
  const input = useRef<HTMLInputElement>(null)
  const local = formatLocalTime(zone, at)

  useEffect(() => {
    const { current } = input
    // Never overwrites a field that is being edited.
    if (current && current !== document.activeElement) current.value = local
  }, [local])

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const chosenAt = parseLocalTime(zone, input.current?.value ?? '')
    if (!Number.isNaN(chosenAt)) onChoose(chosenAt)
  }

  return (
    <form
      className="moment-field"
      method="get"
      action={route('time-travel.index')}
      onSubmit={handleSubmit}
    >
      <label htmlFor={id}>{t('Time')}</label>
      <input
        ref={input}
        id={id}
        name="at"
        type="datetime-local"
        step="1"
        required
        defaultValue={local}
        suppressHydrationWarning
      />
      {filters.type && <input type="hidden" name="type" value={filters.type} />}
      {filters.device && <input type="hidden" name="device" value={filters.device} />}
      {filters.search && <input type="hidden" name="search" value={filters.search} />}
      {filters.comparedAt && <input type="hidden" name="with" value={filters.comparedAt} />}
      <Button type="submit">{t('Go')}</Button>
    </form>
  )
}
