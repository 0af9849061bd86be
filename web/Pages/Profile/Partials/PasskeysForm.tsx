import type { PasskeyRow } from '#app/passkeys/pages.ts'
import { Section } from '#web/components/Section.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { AddPasskey } from '#web/Pages/Profile/Partials/AddPasskey.tsx'
import { PasskeyList } from '#web/Pages/Profile/Partials/PasskeyList.tsx'

export function PasskeysForm({ passkeys }: { passkeys: PasskeyRow[] }) {
  const t = useTranslation()
  return (
    <Section
      id="passkeys"
      title={t('Passkeys and security keys')}
      description={t("Sign in with your fingerprint, your face or your device's PIN.")}
    >
      {passkeys.length > 0 ? (
        <PasskeyList passkeys={passkeys} />
      ) : (
        <p>{t('No passkeys yet. With one, you sign in without a password.')}</p>
      )}
      <div className="form-actions">
        <AddPasskey primary={passkeys.length === 0} />
        <AddPasskey isSecurityKey />
      </div>
      <p className="text-muted">
        {t("A security key follows your password, as a second factor. It doesn't need a PIN.")}
      </p>
    </Section>
  )
}
