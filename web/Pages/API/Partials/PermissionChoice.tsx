import type { Permission } from '#app/pages.ts'
import { FieldError } from '#web/parts/Field.tsx'
import { useField } from '#web/parts/form-state.ts'
import { permissionWords } from '#web/parts/permission-words.ts'
import { useText } from '#web/text.tsx'

interface Props {
  available: Permission[]
  chosen: Permission[]
}

export function PermissionChoice({ available, chosen }: Props) {
  const t = useText()
  const { id, error } = useField('permissions')
  const words = permissionWords(t)

  return (
    <fieldset className="choice" id={id} aria-describedby={`${id}-note`}>
      <legend>{t('What it may do')}</legend>
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
            {words[permission].name}{' '}
            <span className="text-muted text-13">{words[permission].about}</span>
          </label>
        </div>
      ))}
      <div id={`${id}-note`} className="field-note">
        {error && <FieldError>{error}</FieldError>}
      </div>
    </fieldset>
  )
}
