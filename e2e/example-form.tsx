import { useSubmission } from '#web/hooks/use-submission.ts'

/** The smallest page with a form that says it has saved; our own pages are found by name, this one always. */
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
