import { useFormState } from '#web/parts/form-state.ts'
import { Icon } from '#web/parts/Icon.tsx'
import { check } from '#web/parts/icons/check.ts'
import { useText } from '#web/text.tsx'

/** Says for two seconds, beside the button, that the form was taken. */
export function Saved({ words }: { words?: string }) {
  const t = useText()
  const { saved } = useFormState()
  return (
    <output className="saved">
      {saved && (
        <>
          <Icon of={check} small />
          {words ?? t('Saved')}
        </>
      )}
    </output>
  )
}
