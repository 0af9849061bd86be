import { useSubmission } from '#web/hooks/use-submission.ts'

/** A minimal page with a form. Its resolver returns it for every page name. */
function ExampleForm() {
  const form = useSubmission()
  return (
    <>
      <h1>A form</h1>
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
