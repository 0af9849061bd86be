import type { ComponentProps, ReactNode } from 'react'

import { useField } from './form-context.ts'
import { Icon } from './Icon.tsx'
import { alert } from './icons/alert.ts'

interface Props extends ComponentProps<'input'> {
  name: string
  label: string
  /** One line; replaced by an error. */
  hint?: ReactNode
  /** Feedback while typing; shown below an error and instead of the hint. */
  liveHint?: ReactNode
  suffix?: ReactNode
  /** Only on pages that exist to fill in this field. */
  focusOnLoad?: boolean
}

export function Field({
  name,
  label,
  hint,
  liveHint,
  suffix,
  defaultValue,
  focusOnLoad = false,
  ...input
}: Props) {
  const { id, error, oldInput } = useField(name)

  return (
    <div className="field" data-hint={hint ? true : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className="control">
        <input
          id={id}
          name={name}
          defaultValue={oldInput ?? defaultValue}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- Set only by pages that exist to fill in this field.
          autoFocus={focusOnLoad}
          data-focus-on-load={focusOnLoad || undefined}
          {...input}
        />
        {suffix}
      </div>
      <div id={`${id}-note`} className="field-note">
        {error && <FieldError>{error}</FieldError>}
        {liveHint ?? (!error && hint)}
      </div>
    </div>
  )
}

export function FieldError({ children }: { children: string }) {
  return (
    <p className="field-error">
      <Icon path={alert} small />
      {children}
    </p>
  )
}
