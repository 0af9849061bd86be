import { useId } from 'react'

import type { AccountLife } from '#app/pages.ts'
import { type Span, spans } from '#web/Pages/TimeTravel/Partials/life-window.ts'
import { useText } from '#web/text.tsx'

interface Props {
  life: AccountLife
  span: Span
  onChoose: (span: Span) => void
}

/** How much of the life is seen at once: only what is less than all of it. */
export function SpanChoice({ life, span, onChoose }: Props) {
  const t = useText()
  const name = useId()
  const words: [Span, string][] = [
    ['day', t('Day')],
    ['week', t('Week')],
    ['month', t('Month')],
    ['year', t('Year')],
    ['life', t('All')],
  ]
  const length = Date.parse(life.to) - Date.parse(life.from)
  const offered = words.filter(([each]) => each === 'life' || spans[each] < length)
  if (offered.length < 2) return null

  return (
    <fieldset className="span-choice needs-script">
      <legend className="visually-hidden">{t('How much is shown')}</legend>
      {offered.map(([each, label]) => (
        <label key={each}>
          <input type="radio" name={name} checked={each === span} onChange={() => onChoose(each)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
