import { type FormEvent, useId, useRef, useState } from 'react'

import { Button } from '#web/parts/Button.tsx'
import { CodeField } from '#web/parts/CodeField.tsx'
import { sendConfirmation } from '#web/parts/confirmation-status.ts'
import type { WayProps } from '#web/parts/ConfirmationWays.tsx'
import { ErrorSummary } from '#web/parts/ErrorSummary.tsx'
import { FormState } from '#web/parts/form-state.ts'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

export default function ConfirmByCode({ refused = {}, onConfirmed, onDecline }: WayProps) {
  const t = useText()
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState(refused)

  async function send(event: FormEvent) {
    event.preventDefault()
    const input = element.current?.querySelector<HTMLInputElement>('[name=code]')
    if (busy || !input) return
    setBusy(true)
    setErrors({})
    const refusal = await sendConfirmation(t, route('password.confirm.store'), {
      code: input.value,
    })
    setBusy(false)
    if (refusal === null) return onConfirmed()
    setErrors(refusal)
    input.focus()
  }

  return (
    <form
      ref={element}
      className="form"
      action={route('password.confirm.store')}
      method="post"
      noValidate
      onSubmit={send}
    >
      <FormState value={{ id, busy, errors, edited: [], typed: {} }}>
        <ErrorSummary />
        <CodeField
          name="code"
          label={t('Six-digit code')}
          hint={t('Your authenticator app shows it.')}
          first
        />
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
