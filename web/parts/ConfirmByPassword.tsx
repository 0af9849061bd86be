import { type FormEvent, useEffect, useId, useRef, useState } from 'react'

import { Button } from '#web/parts/Button.tsx'
import { sendConfirmation } from '#web/parts/confirmation-status.ts'
import type { WayProps } from '#web/parts/ConfirmationWays.tsx'
import { ErrorSummary } from '#web/parts/ErrorSummary.tsx'
import { FormState } from '#web/parts/form-state.ts'
import { PasswordField } from '#web/parts/PasswordField.tsx'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

export function ConfirmByPassword({ email, refused = {}, onConfirmed, onDecline }: WayProps) {
  const t = useText()
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState(refused)

  useEffect(() => passwordIn(element.current)?.focus(), [])

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const password = passwordIn(element.current)?.value ?? ''
    setBusy(true)
    const refusal = await sendConfirmation(t, route('password.confirm.store'), { password })
    setBusy(false)
    if (refusal === null) return onConfirmed()
    setErrors(refusal)
    typeAgain(element.current)
  }

  return (
    <form
      ref={element}
      className="form"
      action={route('password.confirm.store')}
      method="post"
      noValidate
      onSubmit={send}
      onInput={() => setErrors({})}
    >
      <FormState value={{ id, busy, errors, edited: [], typed: {} }}>
        <ErrorSummary />
        {/* Tells a password manager which account the password belongs to. */}
        <input type="email" autoComplete="username" defaultValue={email} readOnly hidden />
        <PasswordField name="password" label={t('Password')} autoComplete="current-password" />
        <div className={onDecline && 'dialog-actions'}>
          {onDecline && <Button onClick={onDecline}>{t('Not now')}</Button>}
          <Button type="submit" tone="primary" wide={!onDecline}>
            {t('Confirm')}
          </Button>
        </div>
      </FormState>
    </form>
  )
}

function typeAgain(form: HTMLFormElement | null) {
  const tried = passwordIn(form)
  if (!tried) return
  tried.value = ''
  tried.focus()
}

function passwordIn(form: HTMLFormElement | null) {
  return form?.querySelector<HTMLInputElement>('[name=password]')
}
