import { Field } from '#web/components/Field.tsx'
import { useTranslation } from '#web/i18n.tsx'

/** The first field of the sign-in page. */
export function AddressField() {
  const t = useTranslation()
  return (
    <Field
      name="email"
      label={t('Email address')}
      type="email"
      autoComplete="username webauthn"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- The page exists to fill in this form.
      autoFocus
    />
  )
}
