import type { ReactNode } from 'react'

import { FieldError } from './Field.tsx'
import { useField } from './form-context.ts'

interface Props {
  name: string
  required?: boolean
  defaultChecked?: boolean
  children: ReactNode
}

export function Checkbox({ name, required, defaultChecked = false, children }: Props) {
  const { id, error, oldInput } = useField(name)
  const hasNote = required || error !== undefined

  return (
    <div className="field">
      <div className="checkbox">
        <input
          id={id}
          name={name}
          type="checkbox"
          value="1"
          defaultChecked={oldInput === '1' || defaultChecked}
          required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={hasNote ? `${id}-note` : undefined}
        />
        <label htmlFor={id}>{children}</label>
      </div>
      {hasNote && (
        <div id={`${id}-note`} className="field-note">
          {error && <FieldError>{error}</FieldError>}
        </div>
      )}
    </div>
  )
}
