import { useTranslation } from '#web/i18n.tsx'

import { PasswordField } from './PasswordField.tsx'

interface Props {
  label: string
  /** In characters. */
  minLength: number
}

/** Field for a new password. `passwordrules` informs password generators. */
export function NewPasswordField({ label, minLength }: Props) {
  const t = useTranslation()
  const generatorRules = { passwordrules: `minlength: ${minLength}; allowed: unicode` }
  return (
    <PasswordField
      name="password"
      label={label}
      autoComplete="new-password"
      hint={t('At least {count} characters. A few random words work well.', { count: minLength })}
      strengthMinLength={minLength}
      {...generatorRules}
    />
  )
}
