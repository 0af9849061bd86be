import { Field } from '#web/components/Field.tsx'
import { useTranslation } from '#web/i18n.tsx'

/** The first field of the sign-in page; also beside the password, where password managers look for it. */
export function AddressField({ focusOnLoad = true }: { focusOnLoad?: boolean }) {
  const t = useTranslation()
  return (
    <Field
      name="email"
      label={t('Email address')}
      type="email"
      autoComplete="username webauthn"
      focusOnLoad={focusOnLoad}
    />
  )
}
