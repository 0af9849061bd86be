import { Deferred, useForm, usePage } from '@inertiajs/react'
import type { FormEvent } from 'react'

export function Home({ entries, visitors }: { entries: string[]; visitors?: number }) {
  const { flash } = usePage()
  const form = useForm({ text: '' })

  function send(event: FormEvent) {
    event.preventDefault()
    form.post('/entries', { onSuccess: () => form.reset() })
  }

  return (
    <main>
      <h1>Guest book</h1>
      {'banner' in flash && <p>{String(flash.banner)}</p>}
      <form onSubmit={send}>
        <label>
          Entry{' '}
          <input
            value={form.data.text}
            onChange={(event) => form.setData('text', event.target.value)}
          />
        </label>{' '}
        <button>Send</button> {form.errors.text}
      </form>
      <ul>
        {entries.map((text, index) => (
          <li key={index}>{text}</li>
        ))}
      </ul>
      <Deferred data="visitors" fallback="Counting …">
        <p>{visitors} entries</p>
      </Deferred>
    </main>
  )
}
