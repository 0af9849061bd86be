import { useFormState } from '#web/parts/form-state.ts'
import { Notice } from '#web/parts/Notice.tsx'
import { useText } from '#web/text.tsx'

/** Says what is wrong with a form when it is more than one thing, or a thing that belongs to no field (`form`). */
export function ErrorSummary() {
  const t = useText()
  const { id, errors, edited } = useFormState()
  const found = Object.entries(errors).filter(([name]) => !edited.includes(name))
  if (found.length === 0 || (Object.keys(errors).length < 2 && !errors.form)) return null

  return (
    <Notice tone="danger" role="alert">
      <div className="summary">
        <p>
          {t.n(
            found.length,
            'One thing needs your attention',
            '{count} things need your attention',
          )}
        </p>
        <ul>
          {found.map(([name, message]) => (
            <li key={name}>
              {name === 'form' ? message : <a href={`#${id}${name}`}>{message}</a>}
            </li>
          ))}
        </ul>
      </div>
    </Notice>
  )
}
