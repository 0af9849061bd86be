import { useTranslation } from '#web/i18n.tsx'

import { useFormContext } from './form-context.ts'
import { Icon } from './Icon.tsx'
import { check } from './icons/check.ts'

/** Shows for two seconds that the form was saved. */
export function SavedMessage({ text }: { text?: string }) {
  const t = useTranslation()
  const { saved } = useFormContext()
  return (
    <output className="saved-message">
      {saved && (
        <>
          <Icon path={check} small />
          {text ?? t('Saved')}
        </>
      )}
    </output>
  )
}
