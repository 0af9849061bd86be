import type { ApiTokenRow } from '#app/pages.ts'
import { useConfirmation } from '#web/parts/confirmation.ts'
import { FormPopup } from '#web/parts/FormPopup.tsx'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

export function RotateToken({ token: { id, name, overlapUntil } }: { token: ApiTokenRow }) {
  const t = useText()
  const ask = useConfirmation(15)
  return (
    <FormPopup
      opener={t('Rotate')}
      openerLabel={t('Rotate the token {name}', { name })}
      title={t('Rotate "{name}"', { name })}
      action={route('api-tokens.rotate', { token: id })}
      bag={`token-${id}`}
      ask={ask}
      submit={t('Rotate token')}
    >
      <p>
        {t(
          'You get a new token with the same permissions, for as long as this one was made for. The old one works for a day more, so that you can change over in peace.',
        )}
      </p>
      {overlapUntil && <p>{t('The one from the last rotation still works; it ends at once.')}</p>}
    </FormPopup>
  )
}
