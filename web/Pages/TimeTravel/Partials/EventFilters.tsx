import { router } from '@inertiajs/react'
import { type FormEvent, useId } from 'react'

import type { Pages } from '#app/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { momentUrl } from '#web/components/time-travel/moment-url.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { deviceLabel } from '#web/lib/device-label.ts'
import { eventKindLabels } from '#web/lib/event-kind-labels.ts'
import { route } from '#web/route.ts'

type Props = Pick<Pages['TimeTravel/Index'], 'filters' | 'moment'>

/** Filters apply on change and a search on Enter; without script, both on submit. */
export function EventFilters({ filters, moment }: Props) {
  const t = useTranslation()
  const at = moment.isNow ? null : Date.parse(moment.at)
  const { comparedAt } = filters

  function applyFilters(form: HTMLFormElement) {
    const fields = new FormData(form)
    const valueOf = (name: string) => String(fields.get(name) ?? '').trim() || null
    const [type, device, search] = [valueOf('type'), valueOf('device'), valueOf('search')]
    router.visit(momentUrl({ at, comparedAt, type, device, search }), {
      only: ['events', 'filters', 'event'],
      reset: ['events'],
      preserveState: true,
      preserveScroll: true,
    })
  }

  function handleChange({ target, currentTarget }: FormEvent<HTMLFormElement>) {
    const isCleared = target instanceof HTMLInputElement && target.value === '' && filters.search
    if (target instanceof HTMLSelectElement || isCleared) applyFilters(currentTarget)
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    applyFilters(event.currentTarget)
  }

  return (
    <form
      // The fields follow the address, as after "Show everything".
      key={[filters.type, filters.device, filters.search].join()}
      className="event-filters"
      action={route('time-travel.index')}
      onChange={handleChange}
      onSubmit={handleSubmit}
    >
      {at !== null && <input type="hidden" name="at" value={moment.at} />}
      {comparedAt !== null && <input type="hidden" name="with" value={comparedAt} />}
      <input
        type="search"
        name="search"
        maxLength={100}
        defaultValue={filters.search ?? ''}
        aria-label={t('Search events')}
        placeholder={t('Search')}
        enterKeyHint="search"
      />
      <FilterSelects filters={filters} />
      <div className="without-script">
        <Button type="submit">{t('Show')}</Button>
      </div>
    </form>
  )
}

function FilterSelects({ filters }: Pick<Props, 'filters'>) {
  const t = useTranslation()
  const id = useId()
  const timeZone = useTimezone()
  return (
    <>
      <div className="select">
        <label htmlFor={`${id}-type`} className="visually-hidden">
          {t('Type of event')}
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
          <option value="">{t('All devices')}</option>
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
    </>
  )
}
