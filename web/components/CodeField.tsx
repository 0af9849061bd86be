import { type FormEvent, useEffect, useRef } from 'react'

import { FieldError } from './Field.tsx'
import { useField, useFormContext } from './form-context.ts'

const codeLength = 6

interface Props {
  name: string
  label: string
  /** One line; an error takes its place. */
  hint: string
  /** For a page that was opened to type here. */
  focusOnLoad?: boolean
}

/**
 * One input that looks like six: typing, pasting and filling in by the phone work as in any other. The form goes by itself
 * once it is full; without script there is its button.
 */
export function CodeField({ name, label, hint, focusOnLoad }: Props) {
  const { id, error } = useField(name)
  const { busy } = useFormContext()
  const input = useRef<HTMLInputElement>(null)
  const isRejected = !busy && error !== undefined

  // A code that was refused is of no further use.
  useEffect(() => {
    if (isRejected && input.current) input.current.value = ''
  }, [isRejected])

  function handleInput({ currentTarget }: FormEvent<HTMLInputElement>) {
    const digits = currentTarget.value.normalize('NFKC').replace(/\D/g, '').slice(0, codeLength)
    if (digits !== currentTarget.value) currentTarget.value = digits
    const { form } = currentTarget
    // Once the form has noted the edit, or it would think that what comes back is about an older one.
    if (digits.length === codeLength && !busy) queueMicrotask(() => form?.requestSubmit())
  }

  return (
    <div className="field" data-hint>
      <label htmlFor={id}>{label}</label>
      <div className="code-place">
        <div className="code-cells" dir="ltr" data-refused={error ? true : undefined}>
          <input
            ref={input}
            id={id}
            name={name}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- Who is asked for a code came to type it.
            autoFocus={focusOnLoad}
            data-first={focusOnLoad}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-note`}
            onInput={handleInput}
          />
        </div>
      </div>
      <div id={`${id}-note`} className="field-note">
        {error ? <FieldError>{error}</FieldError> : hint}
      </div>
    </div>
  )
}
