import { usePage } from '@inertiajs/react'

import { Select } from '#web/components/Select.tsx'
import { useTranslation } from '#web/i18n.tsx'

export function LanguageSelect({ chosen }: { chosen: string | null }) {
  const t = useTranslation()
  const { languages } = usePage().props
  if (languages.length === 0) return null
  return (
    <Select name="locale" label={t('Language')} defaultValue={chosen ?? ''}>
      <option value="">{t('Same as your browser')}</option>
      {languages.map(({ code, name }) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </Select>
  )
}
