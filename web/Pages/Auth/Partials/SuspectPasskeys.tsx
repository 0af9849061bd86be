import type { SuspectPasskey } from '#app/pages.ts'
import { FieldError } from '#web/components/Field.tsx'
import { useField } from '#web/components/form-context.ts'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { useTranslation } from '#web/i18n.tsx'

/** Passkeys an attacker may have added are preselected for removal. */
export function SuspectPasskeys({ passkeys }: { passkeys: SuspectPasskey[] }) {
  const t = useTranslation()
  const { id, error } = useField('remove_passkeys')

  return (
    <fieldset id={id} className="choice" aria-describedby={`${id}-note`}>
      <legend>{t('Passkeys to remove')}</legend>
      <p id={`${id}-note`} className="text-muted text-13">
        {t(
          'They open this account without the password. Those added in the last 30 days are ticked: keep only what you added yourself.',
        )}
      </p>
      {passkeys.map((passkey) => (
        <div key={passkey.id} className="checkbox">
          <input
            id={`${id}-${passkey.id}`}
            name="remove_passkeys[]"
            type="checkbox"
            value={passkey.id}
            defaultChecked={passkey.isRecent}
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
