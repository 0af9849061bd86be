import type { ApiTokenRow } from '#app/pages.ts'
import { FormPopup } from '#web/parts/FormPopup.tsx'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

export function RevokeToken({ token: { id, name } }: { token: ApiTokenRow }) {
  const t = useText()
  return (
    <FormPopup
      opener={t('Revoke')}
      openerLabel={t('Revoke the token {name}', { name })}
      title={t('Revoke "{name}"', { name })}
      action={route('api-tokens.destroy', { token: id })}
      method="delete"
      bag={`token-${id}`}
      submit={t('Revoke token')}
      tone="danger"
    >
      <p>
        {t(
          'Whatever uses it stops working at once. There is no way back; you can only make a new one.',
        )}
      </p>
    </FormPopup>
  )
}
