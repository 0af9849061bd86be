import { useTranslation } from '#web/i18n.tsx'

import { Alert } from './Alert.tsx'
import { useFormContext } from './form-context.ts'

/** Lists a form's errors if there are several, or one without a field (`form`). */
export function ErrorSummary() {
  const t = useTranslation()
  const { id, errors, edited } = useFormContext()
  const visibleErrors = Object.entries(errors).filter(([name]) => !edited.includes(name))
  if (visibleErrors.length === 0 || (Object.keys(errors).length < 2 && !errors.form)) return null

  return (
    <Alert tone="danger" role="alert">
      <div className="error-summary">
        <p>
          {t.n(
            visibleErrors.length,
            'One thing needs your attention',
            '{count} things need your attention',
          )}
        </p>
        <ul>
          {visibleErrors.map(([name, message]) => (
            <li key={name}>
              {name === 'form' ? message : <a href={`#${id}${name}`}>{message}</a>}
            </li>
          ))}
        </ul>
      </div>
    </Alert>
  )
}
