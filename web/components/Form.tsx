import { usePage } from '@inertiajs/react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

import { type FormTarget, useFormSubmit } from '#web/hooks/use-form-submit.ts'
import { useNoScriptAction } from '#web/hooks/use-no-script-action.ts'
import { useTranslation } from '#web/i18n.tsx'
import { focusFirstError } from '#web/lib/focus-first-error.ts'
import { missingFields } from '#web/lib/missing-fields.ts'

import { FormContext } from './form-context.ts'
import { FormError } from './FormError.tsx'

export interface FormProps extends FormTarget {
  /** The flash status of success, which shows it after a submit without script. */
  status?: string
  /** Called instead of submitting, once no required field is empty; must call `send` to submit. */
  confirm?: (send: () => void, form: HTMLFormElement) => void
  /** Errors by field that can be told before `confirm` asks for anything. */
  check?: (form: HTMLFormElement) => Record<string, string>
  /** A field that the server may refuse but nobody sees; its error is shown as the form's. */
  hiddenField?: string
  children: ReactNode
}

/**
 * A form that works without script. Its fields are uncontrolled, so input from before hydration is kept, and no password
 * enters the page's state or history.
 */
export function Form({ status, confirm, check, hiddenField, children, ...target }: FormProps) {
  const t = useTranslation()
  const id = useId()
  const formRef = useRef<HTMLFormElement>(null)
  const [editedFields, setEditedFields] = useState<readonly string[]>([])
  const { props, flash } = usePage()
  const initiallySuccessful = status !== undefined && flash.status === status
  const { form, send } = useFormSubmit(target, formRef, initiallySuccessful)
  const { errorBag } = target

  useEffect(() => {
    if (form.errors) focusFirstError(formRef.current)
  }, [form.errors])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!confirm) return submitNow(submitterAction(event))
    const missing = missingFields(event.currentTarget, t('This field is required.'))
    const errors = { ...check?.(event.currentTarget), ...missing }
    if (Object.keys(errors).length === 0) return confirm(() => submitNow(), event.currentTarget)
    setEditedFields(editedFields.filter((name) => !Object.hasOwn(errors, name)))
    form.setErrors(errors)
  }

  function submitNow(otherAction?: string) {
    setEditedFields([])
    send(otherAction)
  }

  function markEdited({ target: field }: FormEvent) {
    const name = field instanceof Element && field.getAttribute('name')
    if (name && !editedFields.includes(name)) setEditedFields([...editedFields, name])
  }

  const state = {
    id,
    busy: form.processing,
    saved: form.recentlySuccessful,
    errors: { ...ownErrors(errorBag ? props.errors[errorBag] : props.errors), ...form.errors },
    edited: editedFields,
    oldInput: (flash.oldInputBag === errorBag && flash.oldInput) || {},
  }
  return (
    <form
      ref={formRef}
      className="form"
      action={useNoScriptAction(target)}
      method="post"
      noValidate
      onSubmit={submit}
      onInput={markEdited}
    >
      <FormContext value={state}>
        <FormError hiddenField={hiddenField} />
        {children}
      </FormContext>
    </form>
  )
}

/** The URL of a button that has its own. */
function submitterAction({ nativeEvent }: FormEvent<HTMLFormElement>): string | undefined {
  const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null
  return submitter?.getAttribute('formaction') ?? undefined
}

type Errors = Record<string, string | Record<string, string>>

/** Drops the nested error bags of other forms. */
function ownErrors(errors: Errors | string | undefined): Record<string, string> {
  const entries = Object.entries(typeof errors === 'object' ? errors : {})
  return Object.fromEntries(
    entries.filter((it): it is [string, string] => typeof it[1] === 'string'),
  )
}
