import { Field, FieldError } from '#web/components/Field.tsx'
import { useField } from '#web/components/form-context.ts'
import { useTranslation } from '#web/i18n.tsx'

export function ExpiryChoice() {
  const t = useTranslation()
  const { id, error, oldInput } = useField('expiry')
  const days = (count: number) => t.n(count, 'One day', '{count} days')
  const choices = {
    '7': days(7),
    '30': days(30),
    '90': days(90),
    '365': days(365),
    date: t('Custom date'),
    never: t('Never'),
  }

  return (
    <fieldset className="choice" id={id} aria-describedby={`${id}-note`}>
      <legend>{t('Expires')}</legend>
      <div className="chips">
        {Object.entries(choices).map(([value, label]) => (
          <label key={value} className="chip">
            <input
              type="radio"
              name="expiry"
              value={value}
              defaultChecked={value === (oldInput ?? '90')}
            />
            {label}
          </label>
        ))}
      </div>
      <div className="expiry-day">
        <Field
          name="expires_on"
          type="date"
          label={t('Last day')}
          required={false}
          hint={t('It works until the end of that day.')}
        />
      </div>
      <div id={`${id}-note`} className="field-note">
        {error && <FieldError>{error}</FieldError>}
        <span className="expiry-never">
          {t('It works until you revoke it. Few programs need that.')}
        </span>
      </div>
    </fieldset>
  )
}
