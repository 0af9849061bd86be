import { type ComponentType, useEffect, useRef, useState } from 'react'

import { Field } from '#web/components/Field.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { chevronDown } from '#web/components/icons/chevron-down.ts'
import { useDeviceTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'

import type { TimezoneComboboxProps } from './TimezoneCombobox.tsx'

/** A combobox once it is used, and before that a text field, which also works without script. */
export function TimezoneField({ chosen }: { chosen: string | null }) {
  const t = useTranslation()
  const deviceZone = useDeviceTimezone()
  const { input, takeover, load } = useTakeover()

  const field = {
    name: 'timezone',
    label: t('Time zone'),
    required: false,
    autoComplete: 'off',
    spellCheck: false,
    translate: 'no',
    placeholder: deviceZone
      ? t('Same as your device ({zone})', { zone: deviceZone })
      : t('Same as your device'),
  } as const
  if (takeover) return <takeover.Combobox field={field} {...takeover} />
  return (
    <>
      <Field
        {...field}
        ref={input}
        list="timezones"
        defaultValue={chosen ?? ''}
        suffix={
          <span className="control-icon needs-script">
            <Icon path={chevronDown} small />
          </span>
        }
        onPointerEnter={load}
        onFocus={load}
      />
      <noscript dangerouslySetInnerHTML={{ __html: timezoneList }} />
    </>
  )
}

/** HTML, because 400 elements would be most of what the page renders. Browsers with script do not need it. */
const timezoneList = typeof window === 'undefined' ? renderTimezoneList() : ''

function renderTimezoneList(): string {
  const options = Intl.supportedValuesOf('timeZone').map((zone) => `<option>${zone}</option>`)
  return `<datalist id="timezones">${options.join('')}</datalist>`
}

interface Takeover {
  Combobox: ComponentType<TimezoneComboboxProps>
  initialValue: string
  wasFocused: boolean
}

/** Loads the combobox, which takes over what the text field contains at that time. */
function useTakeover() {
  const input = useRef<HTMLInputElement>(null)
  const isMounted = useRef(true)
  const [takeover, setTakeover] = useState<Takeover | null>(null)

  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])

  async function load() {
    const { TimezoneCombobox } = await import('#web/Pages/Profile/Partials/TimezoneCombobox.tsx')
    const { current } = input
    if (!isMounted.current || !current) return
    const wasFocused = document.activeElement === current
    setTakeover({ Combobox: TimezoneCombobox, initialValue: current.value, wasFocused })
  }

  return { input, takeover, load: () => void load() }
}
