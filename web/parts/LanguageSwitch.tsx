import { usePage } from '@inertiajs/react'

import { Icon } from '#web/parts/Icon.tsx'
import { globe } from '#web/parts/icons/globe.ts'
import { remember } from '#web/parts/remember.ts'
import { useText } from '#web/text.tsx'

export function LanguageSwitch() {
  const t = useText()
  const { auth, languages, locale } = usePage().props
  // Whoever has said so in their profile changes it there.
  if (languages.length < 2 || auth.user?.locale) return null

  return (
    <label className="select needs-script">
      <Icon of={globe} small />
      <span className="visually-hidden">{t('Language')}</span>
      <select defaultValue={locale} onChange={(event) => change(event.target.value)}>
        {languages.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

function change(code: string) {
  remember('locale', code)
  location.reload()
}
