import type { RefObject } from 'react'

import { useSubmission } from './use-submission.ts'

export interface FormTarget {
  action: string
  method?: 'post' | 'put' | 'patch' | 'delete'
  /** Required if the page has several forms. */
  errorBag?: string
  resetOnSuccess?: boolean
  onSuccess?: () => void
}

export function useFormSubmit(
  { action, method = 'post', errorBag, resetOnSuccess, onSuccess }: FormTarget,
  formRef: RefObject<HTMLFormElement | null>,
  initiallySuccessful: boolean,
) {
  const form = useSubmission(initiallySuccessful)

  /** Sends the form unless it is being sent. @param otherAction  of the button that was used, if it has one */
  function send(otherAction = action) {
    if (form.processing) return
    const data = currentFields()
    form.submit(otherAction, {
      method,
      data,
      ...(errorBag && { errorBag }),
      onError: () => clearPasswords('current-password'),
      onSuccess: () => {
        // The next entry may have been typed before the response.
        if (resetOnSuccess && JSON.stringify(currentFields()) === JSON.stringify(data))
          formRef.current?.reset()
        clearPasswords('current-password', 'new-password')
        onSuccess?.()
      },
    })
  }

  function currentFields() {
    return formRef.current ? formFields(formRef.current) : {}
  }

  // A rejected current password is cleared; a new password stays until it is saved.
  function clearPasswords(...autocompleteValues: string[]) {
    for (const input of formRef.current?.querySelectorAll('input') ?? [])
      if (autocompleteValues.includes(input.autocomplete)) input.value = ''
  }

  return { form, send }
}

/** `scopes[]` becomes a list; of other repeated names the last value wins. */
function formFields(element: HTMLFormElement) {
  const fields = new FormData(element)
  return Object.fromEntries(
    [...fields].map(([name, value]) =>
      name.endsWith('[]') ? [name.slice(0, -2), fields.getAll(name)] : [name, value],
    ),
  )
}
