import type { ApiTokenRow } from '#app/api-tokens/pages.ts'
import { FormPopup } from '#web/components/FormPopup.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

export function RevokeToken({ token: { id, name } }: { token: ApiTokenRow }) {
  const t = useTranslation()
  return (
    <FormPopup
      triggerText={t('Revoke')}
      triggerLabel={t('Revoke the token {name}', { name })}
      title={t('Revoke "{name}"?', { name })}
      action={route('api-tokens.destroy', { token: id })}
      method="delete"
      errorBag={`token-${id}`}
      submitLabel={t('Revoke token')}
      tone="danger"
    >
      <p>{t("Programs that use it stop working right away. This can't be undone.")}</p>
    </FormPopup>
  )
}
