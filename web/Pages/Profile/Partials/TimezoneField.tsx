import { useId, useRef, useState } from 'react'

import { Field } from '#web/parts/Field.tsx'
import { useDeviceZone } from '#web/parts/zone.ts'
import { useText } from '#web/text.tsx'

/** Typed with suggestions; the device's own zone is one click away where it is another. */
export function TimezoneField({ chosen }: { chosen: string | null }) {
  const t = useText()
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  const [zones, offer] = useState<string[]>([])
  const [typed, note] = useState(chosen ?? '')
  const here = useDeviceZone()

  function use(zone: string) {
    if (input.current) input.current.value = zone
    note(zone)
    input.current?.focus()
  }

  return (
    <div className="grid gap-1">
      <Field
        ref={input}
        name="timezone"
        label={t('Time zone')}
        required={false}
        defaultValue={chosen ?? ''}
        list={list}
        autoComplete="off"
        spellCheck={false}
        hint={
          typed === ''
            ? t('Empty: times are shown as your device has them.')
            : t('All times are shown as they are there.')
        }
        // Four hundred names are worth their weight only to someone who looks for one.
        onFocus={() => offer(Intl.supportedValuesOf('timeZone'))}
        onChange={(event) => note(event.target.value)}
      />
      <datalist id={list}>
        {zones.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </datalist>
      {here !== null && here !== typed && (
        <p className="text-13">
          <button type="button" className="link" onClick={() => use(here)}>
            {t('Use {zone}, where your device is', { zone: here })}
          </button>
        </p>
      )}
    </div>
  )
}
