import '#web/styles/combobox.css'
import { Autocomplete } from '@base-ui/react/autocomplete'
import { type ComponentProps, useEffect, useRef, useState } from 'react'

import { Field } from '#web/components/Field.tsx'
import { useField } from '#web/components/form-context.ts'
import { Icon } from '#web/components/Icon.tsx'
import { chevronDown } from '#web/components/icons/chevron-down.ts'
import { useTranslation } from '#web/i18n.tsx'

export interface TimezoneComboboxProps {
  field: ComponentProps<typeof Field>
  initialValue: string
  wasFocused: boolean
}

export function TimezoneCombobox({ field, initialValue, wasFocused }: TimezoneComboboxProps) {
  const t = useTranslation()
  const [zones] = useState(() => Intl.supportedValuesOf('timeZone'))
  const input = useRef<HTMLInputElement>(null)
  const { id } = useField(field.name)

  useEffect(keepPageAccessible, [])

  useEffect(() => {
    if (wasFocused) input.current?.focus()
  }, [wasFocused])

  return (
    <Autocomplete.Root items={zones} defaultValue={initialValue} filter={matches} openOnInputClick>
      <Autocomplete.Input
        ref={input}
        id={id}
        render={(props) => (
          <Field
            {...props}
            {...field}
            suffix={
              <Autocomplete.Trigger className="control-icon" aria-label={t('Show time zones')}>
                <Icon path={chevronDown} small />
              </Autocomplete.Trigger>
            }
          />
        )}
      />
      <Autocomplete.Portal>
        <Autocomplete.Positioner
          className="combobox-positioner"
          anchor={() => input.current?.closest('.control') ?? null}
          sideOffset={4}
          align="start"
        >
          <Autocomplete.Popup
            className="combobox"
            ref={() => translateDismissButtons(t('Dismiss'))}
          >
            <Autocomplete.Empty>
              <p className="combobox-empty">{t('No time zone matches.')}</p>
            </Autocomplete.Empty>
            <Autocomplete.List className="combobox-list" translate="no">
              {(zone: string) => (
                <Autocomplete.Item key={zone} value={zone} className="combobox-item">
                  <span>{zone.replaceAll('_', ' ')}</span>
                  <span className="text-muted text-13">{offsetOf(zone, t.locale)}</span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}

/**
 * While its list is open, Base UI hides the page from screen readers, even the field's label. It spares live regions, and an
 * element with "off" counts as one, though nothing changes for screen readers.
 */
function keepPageAccessible() {
  document.querySelector('#app')?.setAttribute('aria-live', 'off')
}

/** Base UI offers no setting for the label of the hidden buttons that close the list. */
function translateDismissButtons(label: string) {
  for (const button of document.querySelectorAll('[aria-label="Dismiss"]'))
    button.setAttribute('aria-label', label)
}

/** A complete name is the current value rather than a search, so it filters nothing. */
function matches(zone: string, query: string): boolean {
  return isZone(query) || searchable(zone).includes(searchable(query))
}

const isZone = (text: string) => /^[A-Z]\w+\/[A-Z][\w/-]+$/.test(text)

const searchable = (text: string) => text.toLowerCase().replaceAll('_', ' ')

/** Such as "GMT+1". */
function offsetOf(timeZone: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, {
    timeZone,
    timeZoneName: 'shortOffset',
  }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
