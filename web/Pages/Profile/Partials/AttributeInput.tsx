import type { AttributeField } from '#app/custom-attributes/pages.ts'
import { Field } from '#web/components/Field.tsx'
import { Select } from '#web/components/Select.tsx'
import { useTranslation } from '#web/i18n.tsx'

/** The input for an attribute that the person edits. Empty removes the value. */
export function AttributeInput({ attribute }: { attribute: AttributeField }) {
  const t = useTranslation()
  const { name, label, visibility, input } = attribute
  const note = visibility === 'public' ? t('Others can see this.') : null
  const hint = [attribute.hint, note].filter(Boolean).join(' ') || undefined
  const value = attribute.value === null ? '' : String(attribute.value)
  const field = { name, label, hint, defaultValue: value, required: false }

  switch (input.type) {
    case 'text':
      return <Field {...field} autoComplete={input.autoComplete} maxLength={input.maxLength} />
    case 'url':
      return <Field {...field} type="url" autoComplete="url" />
    case 'date':
      return (
        <Field {...field} type="date" min={input.min ?? undefined} max={input.max ?? undefined} />
      )
    case 'number':
      return (
        <Field
          {...field}
          type="number"
          step={input.isInteger ? 1 : 'any'}
          min={input.min ?? undefined}
          max={input.max ?? undefined}
        />
      )
    case 'boolean':
      return (
        <Choice
          field={field}
          options={[
            { value: 'true', label: t('Yes') },
            { value: 'false', label: t('No') },
          ]}
        />
      )
    case 'choice':
      return <Choice field={field} options={input.options} />
  }
}

interface ChoiceProps {
  field: {
    name: string
    label: string
    hint: string | undefined
    defaultValue: string
    required: boolean
  }
  options: { value: string; label: string }[]
}

/** A value that is no longer an option stays visible, and saving the form asks for another. */
function Choice({ field, options }: ChoiceProps) {
  const t = useTranslation()
  const { defaultValue } = field
  const isKnown = defaultValue === '' || options.some(({ value }) => value === defaultValue)
  return (
    <Select {...field}>
      <option value="">{t('Not set')}</option>
      {!isKnown && <option value={defaultValue}>{defaultValue}</option>}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  )
}
