import { type FormEvent, useId, useRef, useState } from 'react'

import { useTranslation } from '#web/i18n.tsx'
import { submitConfirmation } from '#web/lib/confirmation-status.ts'
import { route } from '#web/route.ts'

import { Button } from './Button.tsx'
import { CodeField } from './CodeField.tsx'
import type { ConfirmationMethodProps } from './ConfirmationMethods.tsx'
import { FormContext } from './form-context.ts'
import { FormError } from './FormError.tsx'

export function ConfirmByCode({
  serverErrors = {},
  noScriptAction,
  onConfirmed,
  onCancel,
}: ConfirmationMethodProps) {
  const t = useTranslation()
  const id = useId()
  const formRef = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState(serverErrors)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const input = formRef.current?.querySelector<HTMLInputElement>('[name=code]')
    if (busy || !input) return
    setBusy(true)
    setErrors({})
    const newErrors = await submitConfirmation(t, route('password.confirm.store'), {
      code: input.value,
    })
    setBusy(false)
    if (newErrors === null) return onConfirmed()
    setErrors(newErrors)
    input.focus()
  }

  return (
    <form
      ref={formRef}
      className="form"
      action={noScriptAction}
      method="post"
      noValidate
      onSubmit={submit}
    >
      <FormContext value={{ id, busy, errors, edited: [], oldInput: {} }}>
        <FormError />
        <CodeField
          name="code"
          label={t('Six-digit code')}
          hint={t('From your authenticator app.')}
          focusOnLoad
        />
        <div className={onCancel && 'dialog-actions'}>
          {onCancel && <Button onClick={onCancel}>{t('Not now')}</Button>}
          <Button type="submit" tone="primary" wide={!onCancel}>
            {t('Confirm')}
          </Button>
        </div>
      </FormContext>
    </form>
  )
}
