import { router, usePage } from '@inertiajs/react'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

type FieldElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type RememberedFields = Record<string, string | boolean>

const saveDelayMs = 250
const secretTypes = /^(password|hidden|file)$/

/**
 * Keeps what was typed into a form in the page's remembered state, so that Back and Forward show it again. Passwords, codes
 * and files are never kept.
 *
 * @param key  of the form on its page; without it, nothing is kept
 */
export function useRememberedFields(formRef: RefObject<HTMLFormElement | null>, key?: string) {
  const { rememberedState } = usePage()
  const remembered = key === undefined ? undefined : rememberedState?.[key]
  const isTouched = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (isTouched.current || !remembered) return
    isTouched.current = true
    restoreFields(formRef.current, Object(remembered))
  }, [formRef, remembered])

  const save = useEffectEvent(() => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    if (key !== undefined && formRef.current) router.remember(fieldValues(formRef.current), key)
  })

  // A visit may start before the delay is over.
  useEffect(() => router.on('before', () => save()), [])
  useEffect(() => () => clearTimeout(timer.current), [])

  function remember() {
    if (key === undefined) return
    isTouched.current = true
    clearTimeout(timer.current)
    timer.current = setTimeout(() => save(), saveDelayMs)
  }

  function forget() {
    clearTimeout(timer.current)
    timer.current = undefined
    if (key !== undefined && formRef.current) router.remember({}, key)
  }

  return { remember, forget }
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
