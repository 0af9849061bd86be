import { usePage } from '@inertiajs/react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

import { emptyFields } from '#web/parts/empty-fields.ts'
import { ErrorSummary } from '#web/parts/ErrorSummary.tsx'
import { focusFault } from '#web/parts/focus-fault.ts'
import { FormState } from '#web/parts/form-state.ts'
import { type Target, useSending } from '#web/parts/sending.ts'
import { useText } from '#web/text.tsx'

export interface FormProps extends Target {
  /** The flash status that says it was taken, for who has no script to see it otherwise. */
  status?: string
  /** Stands between the person and the sending: asks first, and sends when it may. What is missing is said before that. */
  ask?: (send: () => void, form: HTMLFormElement) => void
  children: ReactNode
}

/**
 * A form that is an ordinary form until script arrives. Its fields keep their own values, so what was typed
 * before the script came is sent like the rest, and no password is ever held in the page's state or history.
 */
export function Form({ status, ask, children, ...target }: FormProps) {
  const t = useText()
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const [edited, edit] = useState<readonly string[]>([])
  const { props, flash } = usePage()
  const wasTaken = status !== undefined && flash.status === status
  const { form, send } = useSending(target, element, wasTaken)
  const { bag } = target

  useEffect(() => {
    if (form.errors) focusFault(element.current)
  }, [form.errors])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (form.processing) return
    if (!ask) return go()
    const missing = emptyFields(event.currentTarget, t('This is still empty.'))
    if (Object.keys(missing).length === 0) return ask(go, event.currentTarget)
    edit(edited.filter((name) => !Object.hasOwn(missing, name)))
    form.refuse(missing)
  }

  function go() {
    edit([])
    send()
  }

  function noteEdit({ target: field }: FormEvent) {
    const name = field instanceof Element && field.getAttribute('name')
    if (name && !edited.includes(name)) edit([...edited, name])
  }

  const state = {
    id,
    busy: form.processing,
    saved: form.recentlySuccessful,
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
