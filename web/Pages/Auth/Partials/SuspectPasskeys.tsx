import type { SuspectPasskey } from '#app/pages.ts'
import { FieldError } from '#web/components/Field.tsx'
import { useField } from '#web/components/form-context.ts'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { useTranslation } from '#web/i18n.tsx'

/** None is preselected: removing one's own by mistake is worse than looking at the list. */
export function SuspectPasskeys({ passkeys }: { passkeys: SuspectPasskey[] }) {
  const t = useTranslation()
  const { id, error } = useField('remove_passkeys')

  return (
    <fieldset id={id} className="choice" aria-describedby={`${id}-note`}>
      <legend>{t('Passkeys to remove')}</legend>
      <p id={`${id}-note`} className="text-muted text-13">
        {t("They sign in without the password. Tick any you don't recognize.")}
      </p>
      {passkeys.map((passkey) => (
        <div key={passkey.id} className="checkbox">
          <input
            id={`${id}-${passkey.id}`}
            name="remove_passkeys[]"
            type="checkbox"
            value={passkey.id}
            aria-invalid={error ? true : undefined}
          />
          <div>
            <label htmlFor={`${id}-${passkey.id}`}>{passkey.name}</label>
            <div className="text-muted text-13">
              {passkey.kind && `${passkey.kind} · `}
              {t('Added')} <RelativeTime at={passkey.addedAt} />
            </div>
          </div>
        </div>
      ))}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}
