import type { RefObject } from 'react'

import { useSubmission } from '#web/parts/submission.ts'

/** Where a form goes. */
export interface Target {
  action: string
  method?: 'post' | 'put' | 'patch' | 'delete'
  /** The error bag that is this form's alone; a must where a page has several forms. */
  bag?: string
  /** Once it was taken, the fields are as they were at first: for what is made again and again. */
  resets?: boolean
  onSuccess?: () => void
}

/** Sends what a form's fields hold. */
export function useSending(
  { action, method = 'post', bag, resets, onSuccess }: Target,
  element: RefObject<HTMLFormElement | null>,
  wasTaken: boolean,
) {
  const form = useSubmission(wasTaken)

  function send() {
    form.submit(action, {
      method,
      data: element.current ? fieldsOf(element.current) : {},
      ...(bag && { errorBag: bag }),
      onError: () => forgetPasswords('current-password'),
      onSuccess: () => {
        forgetPasswords('current-password', 'new-password')
        if (resets) element.current?.reset()
        onSuccess?.()
      },
    })
  }

  // One that did not open the door is typed anew; one that is being chosen stays until it is taken.
  function forgetPasswords(...kinds: string[]) {
    for (const input of element.current?.querySelectorAll('input') ?? [])
      if (kinds.includes(input.autocomplete)) input.value = ''
  }

  return { form, send }
}

/** As the server takes it: `scopes[]` is a list, whatever else comes twice is what it was last. */
function fieldsOf(element: HTMLFormElement) {
  const fields = new FormData(element)
  return Object.fromEntries(
    [...fields].map(([name, value]) =>
      name.endsWith('[]') ? [name.slice(0, -2), fields.getAll(name)] : [name, value],
    ),
  )
}
