import { type ProfileField, profileFields } from '#app/profile-fields.ts'
import { Field } from '#web/components/Field.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { profileFieldLabels } from '#web/lib/profile-field-labels.ts'

import { LanguageSelect } from './LanguageSelect.tsx'
import { TimezoneField } from './TimezoneField.tsx'

/** The input for a row of the profile field table. */
export function ProfileInput({ field, saved }: { field: ProfileField; saved: string | null }) {
  const t = useTranslation()
  const row = profileFields[field]
  if (row.input === 'language') return <LanguageSelect chosen={saved} />
  if (row.input === 'timezone') return <TimezoneField chosen={saved} />
  return (
    <Field
      name={field}
      label={t(profileFieldLabels[field].label)}
      required={row.isRequired}
      autoComplete={row.autoComplete}
      maxLength={row.maxLength}
      defaultValue={saved ?? ''}
    />
  )
}
