import { type ComponentProps, type KeyboardEvent, Suspense, lazy, useState } from 'react'

import { useTranslation } from '#web/i18n.tsx'

import { Field } from './Field.tsx'
import { useField, useFormContext } from './form-context.ts'
import { Icon } from './Icon.tsx'
import { eyeOff } from './icons/eye-off.ts'
import { eye } from './icons/eye.ts'

// The word lists are larger than all other code, so they load with the first keystroke.
const PasswordStrength = lazy(() => import('#web/components/PasswordStrength.tsx'))

interface Props extends ComponentProps<typeof Field> {
  /** Shows the password's strength while typing, from this number of characters on. */
  strengthMinLength?: number
}

export function PasswordField({ strengthMinLength, hint, ...field }: Props) {
  const t = useTranslation()
  const { saved } = useFormContext()
  const { error } = useField(field.name)
  const [isVisible, setVisible] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const [password, setPassword] = useState('')

  const [wasSaved, setWasSaved] = useState(saved)
  if (saved !== wasSaved) {
    setWasSaved(saved)
    if (saved) setPassword('')
  }

  const strengthHint = strengthMinLength && password && (
    <Suspense fallback={error ? null : hint}>
      <PasswordStrength
        password={password}
        minLength={strengthMinLength}
        hint={error ? null : hint}
      />
    </Suspense>
  )

  return (
    <Field
      type={isVisible ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      onKeyUp={(event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))}
      onInput={strengthMinLength ? (event) => setPassword(event.currentTarget.value) : undefined}
      hint={hint}
      liveHint={
        capsLock ? <span role="alert">{t('Caps Lock is on')}</span> : strengthHint || undefined
      }
      suffix={
        <button
          type="button"
          className="icon-button needs-script"
          aria-label={t('Show password')}
          aria-pressed={isVisible}
          onClick={() => setVisible(!isVisible)}
        >
          <Icon path={isVisible ? eyeOff : eye} />
        </button>
      }
      {...field}
    />
  )
}
