import { router } from '@inertiajs/react'
import { useEffect } from 'react'

import { useSubmission } from '#web/hooks/use-submission.ts'

/** A minimal page with a form, and the router for the test's scripts. Its resolver returns it for every page name. */
function ExampleForm() {
  const form = useSubmission()
  useEffect(() => void Object.assign(window, { router }), [])
  return (
    <>
      <h1>A form</h1>
      <input aria-label="Name" />
      <button type="button" onClick={() => form.submit('/saved', { method: 'put' })}>
        Save
      </button>
      <p>{form.recentlySuccessful ? 'Saved' : 'Not saved'}</p>
      <p>{form.errors['name']}</p>
    </>
  )
}

export async function resolvePage() {
  return ExampleForm
}
