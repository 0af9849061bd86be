import { useId, useRef, useState } from 'react'

import { Field } from '#web/components/Field.tsx'
import { useDeviceTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'

/** Text field with suggestions, and a button for the device's time zone if it differs. */
export function TimezoneField({ chosen }: { chosen: string | null }) {
  const t = useTranslation()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [zones, setZones] = useState<string[]>([])
  const [inputValue, setInputValue] = useState(chosen ?? '')
  const deviceZone = useDeviceTimezone()

  function selectZone(zone: string) {
    if (input.current) input.current.value = zone
    setInputValue(zone)
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
        list={listId}
        autoComplete="off"
        spellCheck={false}
        hint={
          inputValue === ''
            ? t('Empty: times are shown as your device has them.')
            : t('All times are shown as they are there.')
        }
        // Renders the 400 options only when needed.
        onFocus={() => setZones(Intl.supportedValuesOf('timeZone'))}
        onChange={(event) => setInputValue(event.target.value)}
      />
      <datalist id={listId}>
        {zones.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </datalist>
      {/* The server does not know the device's zone: the line has its room from the start, so that nothing moves. */}
      <p className="field-note">
        {deviceZone !== null && deviceZone !== inputValue && (
          <button type="button" className="link" onClick={() => selectZone(deviceZone)}>
            {t('Use {zone}, where your device is', { zone: deviceZone })}
          </button>
        )}
      </p>
    </div>
  )
}
