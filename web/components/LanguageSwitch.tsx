import { usePage } from '@inertiajs/react'
import type { FormEvent } from 'react'

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
    <form className="language-switch needs-script" onSubmit={changeLanguage}>
      <label className="select">
        <Icon path={globe} small />
        <span className="visually-hidden">{t('Language')}</span>
        <select name="locale" defaultValue={locale}>
          {languages.map(({ code, name }) => (
            <option key={code} value={code} lang={code} data-current={code === locale || undefined}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {/* The page is loaded again, so a choice alone only shows this button. */}
      <button type="submit" className="link" aria-label={t('Change the language')}>
        {t('Change')}
      </button>
    </form>
  )
}

function changeLanguage(event: FormEvent<HTMLFormElement>) {
  event.preventDefault()
  setPreferenceCookie('locale', String(new FormData(event.currentTarget).get('locale')))
  location.reload()
}
