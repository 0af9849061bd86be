import type { PasskeyRow } from '#app/pages.ts'
import { AddPasskey } from '#web/Pages/Profile/Partials/AddPasskey.tsx'
import { PasskeyList } from '#web/Pages/Profile/Partials/PasskeyList.tsx'
import { EmptyState } from '#web/parts/EmptyState.tsx'
import { key } from '#web/parts/icons/key.ts'
import { Section } from '#web/parts/Section.tsx'
import { useText } from '#web/text.tsx'

export function PasskeysForm({ title, passkeys }: { title: string; passkeys: PasskeyRow[] }) {
  const t = useText()
  return (
    <Section
      wide
      id="passkeys"
      title={title}
      about={t('Sign in with your finger, your face or the code of your device.')}
    >
      {passkeys.length > 0 ? (
        <>
          <PasskeyList passkeys={passkeys} />
          <AddPasskey />
        </>
      ) : (
        <EmptyState icon={key} action={<AddPasskey />}>
          {t(
            'A passkey is a key that your device keeps for you: nothing to remember, and nothing anyone can trick you into giving away.',
          )}
        </EmptyState>
      )}
    </Section>
  )
}
