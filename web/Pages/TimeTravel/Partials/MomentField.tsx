import { type FormEvent, useEffect, useId, useRef } from 'react'

import type { EventFilters } from '#app/pages.ts'
import { instantIn, localIn } from '#web/Pages/TimeTravel/Partials/moment.ts'
import { Button } from '#web/parts/Button.tsx'
import { useZone } from '#web/parts/zone.ts'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

interface Props {
  /** Unix milliseconds. */
  at: number
  filters: EventFilters
  onChoose: (at: number) => void
}

/** For an exact moment; without script an ordinary form that asks for it. */
export function MomentField({ at, filters, onChoose }: Props) {
  const t = useText()
  const id = useId()
  const zone = useZone()
  const input = useRef<HTMLInputElement>(null)
  const local = localIn(zone, at)

  useEffect(() => {
    const { current } = input
    // Nobody's typing is overwritten.
    if (current && current !== document.activeElement) current.value = local
  }, [local])

  function choose(event: FormEvent) {
    event.preventDefault()
    const wanted = instantIn(zone, input.current?.value ?? '')
    if (!Number.isNaN(wanted)) onChoose(wanted)
  }

  return (
    <form
      className="moment-field"
      method="get"
      action={route('time-travel.index')}
      onSubmit={choose}
    >
      <label htmlFor={id}>{t('Exact time')}</label>
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
      <Button type="submit">{t('Go there')}</Button>
    </form>
  )
}
