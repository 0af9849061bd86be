import { router } from '@inertiajs/react'
import { type FormEvent, useId } from 'react'

import type { Pages } from '#app/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { deviceLabel } from '#web/lib/device-label.ts'
import { eventKindLabels } from '#web/lib/event-kind-labels.ts'
import { route } from '#web/route.ts'

import { momentUrl } from './moment-url.ts'

type Props = Pick<Pages['TimeTravel/Index'], 'filters' | 'moment'>

/** Applies filters on change; without script, on submit. */
export function EventFilters({ filters, moment }: Props) {
  const t = useTranslation()
  const id = useId()
  const timeZone = useTimezone()
  const at = moment.isNow ? null : Date.parse(moment.at)

  function applyFilters({ currentTarget }: FormEvent<HTMLFormElement>) {
    const fields = new FormData(currentTarget)
    const selectedValue = (name: string) => String(fields.get(name) ?? '') || null
    const url = momentUrl({ at, type: selectedValue('type'), device: selectedValue('device') })
    router.visit(url, {
      only: ['events', 'filters', 'event'],
      reset: ['events'],
      preserveState: true,
      preserveScroll: true,
    })
  }

  return (
    <form className="event-filters" action={route('time-travel.index')} onChange={applyFilters}>
      {at !== null && <input type="hidden" name="at" value={moment.at} />}
      <div className="select">
        <label htmlFor={`${id}-type`} className="visually-hidden">
          {t('Kind of event')}
        </label>
        <select id={`${id}-type`} name="type" defaultValue={filters.type ?? ''}>
          <option value="">{t('Everything')}</option>
          {filters.kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(eventKindLabels[kind].label)}
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
                device: deviceLabel(t, device),
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
