import { router } from '@inertiajs/react'
import { type FormEvent, useId } from 'react'

import type { Pages } from '#app/pages.ts'
import { addressOf } from '#web/Pages/TimeTravel/Partials/address.ts'
import { Button } from '#web/parts/Button.tsx'
import { deviceWords } from '#web/parts/device-words.ts'
import { kindWords } from '#web/parts/kind-words.ts'
import { useZone } from '#web/parts/zone.ts'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

type Props = Pick<Pages['TimeTravel/Index'], 'filters' | 'moment'>

/** Which events are listed: at once when something is chosen, or by a button without script. */
export function EventFilters({ filters, moment }: Props) {
  const t = useText()
  const id = useId()
  const timeZone = useZone()
  const at = moment.isNow ? null : Date.parse(moment.at)

  function choose({ currentTarget }: FormEvent<HTMLFormElement>) {
    const fields = new FormData(currentTarget)
    const chosen = (name: string) => String(fields.get(name) ?? '') || null
    const url = addressOf({ at, type: chosen('type'), device: chosen('device') })
    router.visit(url, {
      only: ['events', 'filters', 'event'],
      reset: ['events'],
      preserveState: true,
      preserveScroll: true,
    })
  }

  return (
    <form className="event-filters" action={route('time-travel.index')} onChange={choose}>
      {at !== null && <input type="hidden" name="at" value={moment.at} />}
      <div className="select">
        <label htmlFor={`${id}-type`} className="visually-hidden">
          {t('Kind of event')}
        </label>
        <select id={`${id}-type`} name="type" defaultValue={filters.type ?? ''}>
          <option value="">{t('Everything')}</option>
          {filters.kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(kindWords[kind].words)}
            </option>
          ))}
        </select>
      </div>
      <div className="select">
        <label htmlFor={`${id}-device`} className="visually-hidden">
          {t('Device')}
        </label>
        <select id={`${id}-device`} name="device" defaultValue={filters.device ?? ''}>
          <option value="">{t('Every device')}</option>
          {filters.devices.map(({ session, startedAt, ...device }) => (
            <option key={session} value={session}>
              {t('{device}, since {date}', {
                device: deviceWords(t, device),
                date: t.date(startedAt, { dateStyle: 'medium', timeZone }),
              })}
            </option>
          ))}
        </select>
      </div>
      <div className="without-script">
        <Button type="submit">{t('Show these')}</Button>
      </div>
    </form>
  )
}
