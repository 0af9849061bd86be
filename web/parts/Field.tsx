import type { ComponentProps, ReactNode } from 'react'

import { useField } from '#web/parts/form-state.ts'
import { Icon } from '#web/parts/Icon.tsx'
import { alert } from '#web/parts/icons/alert.ts'

interface Props extends ComponentProps<'input'> {
  name: string
  label: string
  /** One line; an error takes its place. */
  hint?: ReactNode
  /** What goes on while the person types; stands below an error, not in its place. */
  live?: ReactNode
  /** What stands inside the box, after the input. */
  after?: ReactNode
}

export function Field({ name, label, hint, live, after, defaultValue, ...input }: Props) {
  const { id, error, typed } = useField(name)

  return (
    <div className="field" data-hint={hint ? true : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className="control">
        <input
          id={id}
          name={name}
          defaultValue={typed ?? defaultValue}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          {...input}
        />
        {after}
      </div>
      <div id={`${id}-note`} className="field-note">
        {error && <FieldError>{error}</FieldError>}
        {live ?? (!error && hint)}
      </div>
    </div>
  )
}

export function FieldError({ children }: { children: string }) {
  return (
    <p className="field-error">
      <Icon of={alert} small />
      {children}
    </p>
  )
}
