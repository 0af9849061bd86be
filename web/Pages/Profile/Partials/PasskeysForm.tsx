import type { PasskeyRow } from '#app/pages.ts'
import { Section } from '#web/components/Section.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { AddPasskey } from '#web/Pages/Profile/Partials/AddPasskey.tsx'
import { PasskeyList } from '#web/Pages/Profile/Partials/PasskeyList.tsx'

export function PasskeysForm({ title, passkeys }: { title: string; passkeys: PasskeyRow[] }) {
  const t = useTranslation()
  return (
    <Section
      id="passkeys"
      title={title}
      description={t('Sign in with your finger, your face or the code of your device.')}
    >
      {passkeys.length > 0 ? (
        <>
          <PasskeyList passkeys={passkeys} />
          <AddPasskey />
        </>
      ) : (
        <>
          <p>
            {t(
              'A passkey is a key that your device keeps for you: nothing to remember, and nothing anyone can trick you into giving away.',
            )}
          </p>
          <AddPasskey />
        </>
      )}
    </Section>
  )
}
