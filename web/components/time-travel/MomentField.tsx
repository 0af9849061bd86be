import { type FormEvent, useEffect, useId, useRef } from 'react'

import { Button } from '#web/components/Button.tsx'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'

import { parseLocalTime, formatLocalTime } from './local-time.ts'
import type { MomentLinks } from './moment-url.ts'

interface Props {
  /** Unix milliseconds. */
  at: number
  links: MomentLinks
  onChoose: (at: number) => void
}

/** Field for an exact moment. Without script it is an ordinary GET form. */
export function MomentField({ at, links, onChoose }: Props) {
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
    <form className="moment-field" method="get" action={links.action} onSubmit={handleSubmit}>
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
      {Object.entries(links.fields).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Button type="submit">{t('Go')}</Button>
    </form>
  )
}
