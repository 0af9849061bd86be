import { usePage } from '@inertiajs/react'
import { useId, useState } from 'react'

import { useTranslation } from '#web/i18n.tsx'
import { setPreferenceCookie } from '#web/lib/preference-cookie.ts'

import { Icon } from './Icon.tsx'
import { monitor } from './icons/monitor.ts'
import { moon } from './icons/moon.ts'
import { sun } from './icons/sun.ts'

type Theme = 'light' | 'dark'

export function ThemeSwitch() {
  const t = useTranslation()
  const group = useId()
  const [selected, setSelected] = useState(usePage().props.theme ?? null)
  const choices = [
    [null, monitor, t('Same as your device')],
    ['light', sun, t('Light')],
    ['dark', moon, t('Dark')],
  ] as const

  function changeTheme(theme: Theme | null) {
    setSelected(theme)
    setPreferenceCookie('theme', theme)
    if (theme) document.documentElement.dataset.theme = theme
    else delete document.documentElement.dataset.theme
  }

  return (
    <fieldset className="segmented-control needs-script">
      <legend className="visually-hidden">{t('Theme')}</legend>
      {choices.map(([theme, icon, label]) => (
        <label key={label} title={label}>
          <input
            type="radio"
            name={group}
            aria-label={label}
            checked={selected === theme}
            onChange={() => changeTheme(theme)}
          />
          <Icon path={icon} small />
        </label>
      ))}
    </fieldset>
  )
}
