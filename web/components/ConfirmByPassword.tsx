import { type FormEvent, useEffect, useId, useRef, useState } from 'react'

import { useTranslation } from '#web/i18n.tsx'
import { submitConfirmation } from '#web/lib/confirmation-status.ts'
import { route } from '#web/route.ts'

import { Button } from './Button.tsx'
import type { ConfirmationMethodProps } from './ConfirmationMethods.tsx'
import { FormContext } from './form-context.ts'
import { FormError } from './FormError.tsx'
import { PasswordField } from './PasswordField.tsx'

export function ConfirmByPassword({
  email,
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

  useEffect(() => passwordInput(formRef.current)?.focus(), [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const password = passwordInput(formRef.current)?.value ?? ''
    setBusy(true)
    const newErrors = await submitConfirmation(t, route('password.confirm.store'), { password })
    setBusy(false)
    if (newErrors === null) return onConfirmed()
    setErrors(newErrors)
    clearAndFocusPassword(formRef.current)
  }

  return (
    <form
      ref={formRef}
      className="form"
      action={noScriptAction}
      method="post"
      noValidate
      onSubmit={submit}
      onInput={() => setErrors({})}
    >
      <FormContext value={{ id, busy, errors, edited: [], oldInput: {} }}>
        <FormError />
        {/* Tells a password manager which account the password belongs to. */}
        <input type="email" autoComplete="username" defaultValue={email} readOnly hidden />
        <PasswordField name="password" label={t('Password')} autoComplete="current-password" />
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

function clearAndFocusPassword(form: HTMLFormElement | null) {
  const input = passwordInput(form)
  if (!input) return
  input.value = ''
  input.focus()
}

function passwordInput(form: HTMLFormElement | null) {
  return form?.querySelector<HTMLInputElement>('[name=password]')
}
