import { PasswordField } from '#web/parts/PasswordField.tsx'
import { useText } from '#web/text.tsx'

interface Props {
  label: string
  /** In characters. */
  minLength: number
}

/** Where a password is chosen. What makes one for the person is told how long it has to be. */
export function NewPasswordField({ label, minLength }: Props) {
  const t = useText()
  const forGenerators = { passwordrules: `minlength: ${minLength}; allowed: unicode` }
  return (
    <PasswordField
      name="password"
      label={label}
      autoComplete="new-password"
      hint={t('At least {count} characters. A few words do well.', { count: minLength })}
      meterFrom={minLength}
      {...forGenerators}
    />
  )
}
