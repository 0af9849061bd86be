import { usePage } from '@inertiajs/react'

import { useTranslation } from '#web/i18n.tsx'
import { setPreferenceCookie } from '#web/lib/preference-cookie.ts'

import { Icon } from './Icon.tsx'
import { globe } from './icons/globe.ts'

export function LanguageSwitch() {
  const t = useTranslation()
  const { auth, languages, locale } = usePage().props
  // Members have one choice of language: that of their profile.
  if (languages.length < 2 || auth.user) return null

  return (
    <label className="select needs-script">
      <Icon path={globe} small />
      <span className="visually-hidden">{t('Language')}</span>
      <select defaultValue={locale} onChange={(event) => changeLanguage(event.target.value)}>
        {languages.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

function changeLanguage(code: string) {
  setPreferenceCookie('locale', code)
  location.reload()
}
