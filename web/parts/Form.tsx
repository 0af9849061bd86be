import { usePage } from '@inertiajs/react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

import { ErrorSummary } from '#web/parts/ErrorSummary.tsx'
import { FormState } from '#web/parts/form-state.ts'
import { type Target, useSending } from '#web/parts/sending.ts'

export interface FormProps extends Target {
  /** The flash status that says it was taken, for who has no script to see it otherwise. */
  status?: string
  /** Stands between the person and the sending: asks first, and sends when it may. */
  ask?: (send: () => void) => void
  children: ReactNode
}

/**
 * A form that is an ordinary form until script arrives. Its fields keep their own values, so what was typed
 * before the script came is sent like the rest, and no password is ever held in the page's state or history.
 */
export function Form({ status, ask = (send) => send(), children, ...target }: FormProps) {
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const { form, send } = useSending(target, element)
  const [edited, edit] = useState<readonly string[]>([])
  const { props, flash } = usePage()
  const [isTaken, take] = useState(status !== undefined && flash.status === status)
  const { bag } = target

  useEffect(() => {
    if (form.errors) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [form.errors])

  useEffect(() => {
    if (!isTaken) return
    const rest = setTimeout(() => take(false), 2000)
    return () => clearTimeout(rest)
  }, [isTaken])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (form.processing) return
    ask(() => {
      edit([])
      send()
    })
  }

  function noteEdit({ target: field }: FormEvent) {
    if (field instanceof HTMLInputElement) edit([...edited, field.name])
  }

  const state = {
    id,
    busy: form.processing,
    saved: form.recentlySuccessful || isTaken,
    errors: { ...sentences(bag ? props.errors[bag] : props.errors), ...form.errors },
    edited,
    typed: (flash.typedIn === bag && flash.typed) || {},
  }
  return (
    <form
      ref={element}
      className="form"
      action={withoutScript(target)}
      method="post"
      noValidate
      onSubmit={submit}
      onInput={noteEdit}
    >
      <FormState value={state}>
        <ErrorSummary />
        {children}
      </FormState>
    </form>
  )
}

/** An ordinary form can only POST: what else it means travels in its address. */
function withoutScript({ action, method = 'post', bag }: Target): string {
  const means = [method !== 'post' && `_method=${method}`, bag && `_error_bag=${bag}`]
  const query = means.filter(Boolean).join('&')
  return query ? `${action}${action.includes('?') ? '&' : '?'}${query}` : action
}

type Errors = Record<string, string | Record<string, string>>

/** Leaves out the bags of other forms. */
function sentences(errors: Errors | string | undefined): Record<string, string> {
  const entries = Object.entries(typeof errors === 'object' ? errors : {})
  return Object.fromEntries(
    entries.filter((it): it is [string, string] => typeof it[1] === 'string'),
  )
}
