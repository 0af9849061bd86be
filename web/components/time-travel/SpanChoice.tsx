import { useId } from 'react'

import type { ActivityHistogram } from '#app/time-travel/pages.ts'
import { useTranslation } from '#web/i18n.tsx'

import { type Span, spans } from './visible-range.ts'

interface Props {
  activity: ActivityHistogram
  span: Span
  onChoose: (span: Span) => void
}

/** Zoom levels of the timeline. Offers only spans shorter than the account's age. */
export function SpanChoice({ activity, span, onChoose }: Props) {
  const t = useTranslation()
  const name = useId()
  const labels: [Span, string][] = [
    ['day', t('Day')],
    ['week', t('Week')],
    ['month', t('Month')],
    ['year', t('Year')],
    ['life', t('All')],
  ]
  const activityMs = Date.parse(activity.to) - Date.parse(activity.from)
  const availableSpans = labels.filter(
    ([option]) => option === 'life' || spans[option] < activityMs,
  )
  if (availableSpans.length < 2) return null

  return (
    <fieldset className="span-choice needs-script">
      <legend className="visually-hidden">{t('How much is shown')}</legend>
      {availableSpans.map(([option, label]) => (
        <label key={option}>
          <input
            type="radio"
            name={name}
            checked={option === span}
            onChange={() => onChoose(option)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
