import { rotationOverlapHours } from '#app/api-tokens/limits.ts'
import type { ApiTokenRow } from '#app/api-tokens/pages.ts'
import { FormPopup } from '#web/components/FormPopup.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

export function RotateToken({ token: { id, name, overlapUntil } }: { token: ApiTokenRow }) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  return (
    <FormPopup
      triggerText={t('Rotate')}
      triggerLabel={t('Rotate the token {name}', { name })}
      title={t('Rotate "{name}"?', { name })}
      action={route('api-tokens.rotate', { token: id })}
      errorBag={`token-${id}`}
      confirm={confirm}
      submitLabel={t('Rotate token')}
    >
      <p>
        {t(
          'You get a new token with the same permissions and lifetime. The old one works for {hours} more hours, so you can switch over.',
          { hours: rotationOverlapHours },
        )}
      </p>
      {overlapUntil && <p>{t('The one from your last rotation stops working right away.')}</p>}
    </FormPopup>
  )
}
