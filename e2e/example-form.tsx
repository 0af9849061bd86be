import { router } from '@inertiajs/react'
import { useEffect, useState } from 'react'

import { useSubmission } from '#web/hooks/use-submission.ts'

/** A minimal page with a form, a preference outside it, and the router for the test's scripts. Its resolver returns it for every page name. */
function ExampleForm() {
  const form = useSubmission()
  const [isDark, setDark] = useState(false)
  useEffect(() => void Object.assign(window, { router }), [])
  return (
    <>
      <h1>A form</h1>
      <form className="form">
        <input aria-label="Name" />
        <select aria-label="Engine" defaultValue="difference">
          <option value="analytical">Analytical</option>
          <option value="difference">Difference</option>
        </select>
      </form>
      <input type="checkbox" aria-label="Dark" checked={isDark} onChange={() => setDark(!isDark)} />
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
