import type { SessionRow } from '#app/browser-sessions/pages.ts'
import { FormPopup } from '#web/components/FormPopup.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { sessionLabel } from '#web/lib/device-label.ts'
import { route } from '#web/route.ts'

export function EndSession({ session }: { session: SessionRow }) {
  const t = useTranslation()
  const confirm = useConfirmation('standard')
  const device = sessionLabel(t, session)
  return (
    <div className="row-actions">
      <FormPopup
        triggerText={t('Sign out…')}
        triggerLabel={t('Sign out "{device}"', { device })}
        title={t('Sign out "{device}"?', { device })}
        action={route('browser-session.destroy', { session: session.id })}
        method="delete"
        errorBag={`session-${session.id}`}
        confirm={confirm}
        submitLabel={t('Sign out device')}
        tone="danger"
      >
        <p>{t("It's signed out right away.")}</p>
      </FormPopup>
    </div>
  )
}
