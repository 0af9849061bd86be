import type { ComponentProps, ReactNode } from 'react'

import { FieldError } from './Field.tsx'
import { useField } from './form-context.ts'
import { Icon } from './Icon.tsx'
import { chevronDown } from './icons/chevron-down.ts'

interface Props extends ComponentProps<'select'> {
  name: string
  label: string
  /** One line; replaced by an error. */
  hint?: ReactNode
  children: ReactNode
}

export function Select({ name, label, hint, defaultValue, children, ...select }: Props) {
  const { id, error, oldInput } = useField(name)

  return (
    <div className="field" data-hint={hint ? true : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className="control">
        <select
          id={id}
          name={name}
          defaultValue={oldInput ?? defaultValue}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          {...select}
        >
          {children}
        </select>
        <Icon path={chevronDown} small />
      </div>
      <div id={`${id}-note`} className="field-note">
        {error ? <FieldError>{error}</FieldError> : hint}
      </div>
    </div>
  )
}
