import { type FormEvent, useEffect, useRef } from 'react'

import { useTranslation } from '#web/i18n.tsx'

import { FieldError } from './Field.tsx'
import { useField, useFormContext } from './form-context.ts'

const codeLength = 6

interface Props {
  name: string
  label: string
  /** One line; replaced by an error. */
  hint: string
  /** For pages that exist to fill in this field. */
  focusOnLoad?: boolean
}

/**
 * One input that looks like six, so that pasting and autofill work as usual. Submits its form once it is full.
 */
export function CodeField({ name, label, hint, focusOnLoad }: Props) {
  const t = useTranslation()
  const { id, error } = useField(name)
  const { busy } = useFormContext()
  const input = useRef<HTMLInputElement>(null)
  const isRejected = !busy && error !== undefined

  // Clears a rejected code.
  useEffect(() => {
    if (isRejected && input.current) input.current.value = ''
  }, [isRejected])

  function handleInput({ currentTarget }: FormEvent<HTMLInputElement>) {
    const digits = currentTarget.value.normalize('NFKC').replace(/\D/g, '').slice(0, codeLength)
    if (digits !== currentTarget.value) currentTarget.value = digits
    const { form } = currentTarget
    // Runs after the form's own onInput, which marks the field as edited and would hide the new error.
    if (digits.length === codeLength && !busy) queueMicrotask(() => form?.requestSubmit())
  }

  return (
    <div className="field" data-hint>
      <label htmlFor={id}>{label}</label>
      <div className="code-field">
        <div className="code-cells" dir="ltr" data-rejected={error ? true : undefined}>
          <input
            ref={input}
            id={id}
            name={name}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- Set only by pages that exist to fill in this field.
            autoFocus={focusOnLoad}
            data-focus-on-load={focusOnLoad || undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-note`}
            onInput={handleInput}
          />
        </div>
      </div>
      <div id={`${id}-note`} className="field-note">
        {error ? (
          <FieldError>{error}</FieldError>
        ) : (
          <>
            {hint}{' '}
            <span className="needs-script">{t('It submits itself after the last digit.')}</span>
          </>
        )}
      </div>
    </div>
  )
}
