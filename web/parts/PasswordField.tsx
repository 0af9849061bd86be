import { type ComponentProps, type KeyboardEvent, Suspense, lazy, useState } from 'react'

import { Field } from '#web/parts/Field.tsx'
import { useFormState } from '#web/parts/form-state.ts'
import { Icon } from '#web/parts/Icon.tsx'
import { eyeOff } from '#web/parts/icons/eye-off.ts'
import { eye } from '#web/parts/icons/eye.ts'
import { useText } from '#web/text.tsx'

// The word lists weigh more than the rest of the product: they come when the first character is typed.
const PasswordStrength = lazy(() => import('#web/parts/PasswordStrength.tsx'))

interface Props extends ComponentProps<typeof Field> {
  /** Says, in words, how hard the password is to guess while it is typed, once it has so many characters. */
  meterFrom?: number
}

export function PasswordField({ meterFrom, hint, ...field }: Props) {
  const t = useText()
  const { saved } = useFormState()
  const [shown, show] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const [typed, type] = useState('')

  const [wasSaved, noteSaved] = useState(saved)
  // A form that was taken forgets the passwords in it.
  if (saved !== wasSaved) {
    noteSaved(saved)
    if (saved) type('')
  }

  const live = meterFrom && typed && (
    <Suspense fallback={hint}>
      <PasswordStrength password={typed} minLength={meterFrom} hint={hint} />
    </Suspense>
  )

  return (
    <Field
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      onKeyUp={(event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))}
      onInput={meterFrom ? (event) => type(event.currentTarget.value) : undefined}
      hint={hint}
      live={capsLock ? <span role="alert">{t('Caps Lock is on')}</span> : live || undefined}
      after={
        <button
          type="button"
          className="icon-button needs-script"
          aria-label={t('Show password')}
          aria-pressed={shown}
          onClick={() => show(!shown)}
        >
          <Icon of={shown ? eyeOff : eye} />
        </button>
      }
      {...field}
    />
  )
}
