import { FieldError } from '#web/components/Field.tsx'
import { useField } from '#web/components/form-context.ts'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { separator } from '#web/lib/separator.ts'

interface Props {
  /** Name of the field, which is a list of ids. */
  name: string
  title: string
  note: string
  items: { id: string; label: string; detail: string | null; addedAt: string }[]
}

/** A list to remove access from. Nothing is preselected: removing one's own by mistake is worse than looking at the list. */
export function SuspectAccess({ name, title, note, items }: Props) {
  const t = useTranslation()
  const { id, error } = useField(name)

  return (
    <fieldset id={id} className="choice" aria-describedby={`${id}-note`}>
      <legend>{title}</legend>
      <p id={`${id}-note`} className="text-muted text-13">
        {note}
      </p>
      {items.map((item) => (
        <div key={item.id} className="checkbox">
          <input
            id={`${id}-${item.id}`}
            name={`${name}[]`}
            type="checkbox"
            value={item.id}
            aria-invalid={error ? true : undefined}
          />
          <div>
            <label htmlFor={`${id}-${item.id}`}>{item.label}</label>
            <div className="text-muted text-13">
              {item.detail && `${item.detail}${separator}`}
              {t('Added')} <RelativeTime at={item.addedAt} />
            </div>
          </div>
        </div>
      ))}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}
