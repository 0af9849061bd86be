import type { RefObject } from 'react'

import { useSubmission } from './use-submission.ts'

/** Where a form goes. */
export interface FormTarget {
  action: string
  method?: 'post' | 'put' | 'patch' | 'delete'
  /** The error bag that is this form's alone; a must where a page has several forms. */
  errorBag?: string
  /** Once it was taken, the fields are as they were at first: for what is made again and again. */
  resetOnSuccess?: boolean
  onSuccess?: () => void
}

/** Sends what a form's fields hold. */
export function useFormSubmit(
  { action, method = 'post', errorBag, resetOnSuccess, onSuccess }: FormTarget,
  formRef: RefObject<HTMLFormElement | null>,
  initiallySuccessful: boolean,
) {
  const form = useSubmission(initiallySuccessful)

  function send() {
    form.submit(action, {
      method,
      data: formRef.current ? formFields(formRef.current) : {},
      ...(errorBag && { errorBag }),
      onError: () => clearPasswords('current-password'),
      onSuccess: () => {
        clearPasswords('current-password', 'new-password')
        if (resetOnSuccess) formRef.current?.reset()
        onSuccess?.()
      },
    })
  }

  // One that did not open the door is typed anew; one that is being chosen stays until it is taken.
  function clearPasswords(...autocompleteValues: string[]) {
    for (const input of formRef.current?.querySelectorAll('input') ?? [])
      if (autocompleteValues.includes(input.autocomplete)) input.value = ''
  }

  return { form, send }
}

/** As the server takes it: `scopes[]` is a list, whatever else comes twice is what it was last. */
function formFields(element: HTMLFormElement) {
  const fields = new FormData(element)
  return Object.fromEntries(
    [...fields].map(([name, value]) =>
      name.endsWith('[]') ? [name.slice(0, -2), fields.getAll(name)] : [name, value],
    ),
  )
}
