import { router, usePage } from '@inertiajs/react'
import { use, useEffect, useEffectEvent, useRef } from 'react'

import { FormContext } from './form-context.ts'

type FieldElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type RememberedFields = Record<string, string | boolean>

const saveDelayMs = 250
const secretTypes = /^(password|hidden|file)$/

/**
 * Keeps what is typed into the form around it in the page's remembered state, so that Back and Forward show it again.
 * Passwords, codes and files are never kept.
 *
 * @param name  of the form on its page
 */
export function RememberFields({ name }: { name: string }) {
  const remembered = usePage().rememberedState?.[name]
  const isSaved = use(FormContext)?.saved ?? false
  const marker = useRef<HTMLSpanElement>(null)
  const isTouched = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (isTouched.current || !remembered) return
    isTouched.current = true
    restoreFields(formAround(marker.current), Object(remembered))
  }, [remembered])

  const save = useEffectEvent(() => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    const form = formAround(marker.current)
    if (form) router.remember(fieldValues(form), name)
  })

  useEffect(() => {
    const form = formAround(marker.current)
    const saveSoon = () => {
      isTouched.current = true
      clearTimeout(timer.current)
      timer.current = setTimeout(() => save(), saveDelayMs)
    }
    form?.addEventListener('input', saveSoon)
    // A visit may start before the delay is over.
    const stopListening = router.on('before', () => save())
    return () => {
      form?.removeEventListener('input', saveSoon)
      stopListening()
      clearTimeout(timer.current)
    }
  }, [])

  useEffect(() => {
    if (!isSaved) return
    clearTimeout(timer.current)
    timer.current = undefined
    router.remember({}, name)
  }, [isSaved, name])

  return <span ref={marker} hidden />
}

function formAround(marker: Element | null): HTMLFormElement | null {
  return marker?.closest('form') ?? null
}

function fieldValues(form: HTMLFormElement): RememberedFields {
  return Object.fromEntries(fieldsOf(form).map((field) => [fieldKey(field), fieldValue(field)]))
}

function restoreFields(form: HTMLFormElement | null, remembered: RememberedFields): void {
  for (const field of form ? fieldsOf(form) : []) {
    const value = remembered[fieldKey(field)]
    if (value === undefined || value === fieldValue(field)) continue
    if (typeof value === 'string') field.value = value
    else if (isChoice(field)) field.checked = value
  }
}

function fieldsOf(form: HTMLFormElement): FieldElement[] {
  return [...form.querySelectorAll<FieldElement>('input, select, textarea')].filter(
    ({ name, type, autocomplete }) =>
      name !== '' && !secretTypes.test(type) && autocomplete !== 'one-time-code',
  )
}

function isChoice(field: FieldElement): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio'
}

function fieldKey(field: FieldElement): string {
  return isChoice(field) ? `${field.name}=${field.value}` : field.name
}

function fieldValue(field: FieldElement): string | boolean {
  return isChoice(field) ? field.checked : field.value
}
