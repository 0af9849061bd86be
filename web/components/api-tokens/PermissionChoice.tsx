import { FieldError } from '#web/components/Field.tsx'
import { useField } from '#web/components/form-context.ts'
import { useTranslation } from '#web/i18n.tsx'

interface Props<Name extends string> {
  available: readonly Name[]
  chosen: readonly Name[]
  labels: Record<Name, { name: string; description: string }>
  note?: string
}

export function PermissionChoice<Name extends string>({
  available,
  chosen,
  labels,
  note,
}: Props<Name>) {
  const t = useTranslation()
  const { id, error } = useField('permissions')

  return (
    <fieldset className="choice" id={id} aria-describedby={`${id}-note`}>
      <legend>{t('Permissions')}</legend>
      {available.map((permission) => (
        <div key={permission} className="checkbox">
          <input
            id={`${id}-${permission}`}
            name="permissions[]"
            type="checkbox"
            value={permission}
            defaultChecked={chosen.includes(permission)}
            aria-invalid={error ? true : undefined}
          />
          <label htmlFor={`${id}-${permission}`}>
            {labels[permission].name}{' '}
            <span className="text-muted text-13">{labels[permission].description}</span>
          </label>
        </div>
      ))}
      <div id={`${id}-note`} className="field-note">
        {error ? <FieldError>{error}</FieldError> : note}
      </div>
    </fieldset>
  )
}
