import { usePage } from '@inertiajs/react'
import { useId, useState } from 'react'

import { Icon } from '#web/parts/Icon.tsx'
import { monitor } from '#web/parts/icons/monitor.ts'
import { moon } from '#web/parts/icons/moon.ts'
import { sun } from '#web/parts/icons/sun.ts'
import { remember } from '#web/parts/remember.ts'
import { useText } from '#web/text.tsx'

type Theme = 'light' | 'dark'

export function ThemeSwitch() {
  const t = useText()
  const group = useId()
  const [chosen, choose] = useState(usePage().props.theme ?? null)
  const choices = [
    [null, monitor, t('As your device')],
    ['light', sun, t('Light')],
    ['dark', moon, t('Dark')],
  ] as const

  function change(theme: Theme | null) {
    choose(theme)
    remember('theme', theme)
    if (theme) document.documentElement.dataset.theme = theme
    else delete document.documentElement.dataset.theme
  }

  return (
    <fieldset className="choices needs-script">
      <legend className="visually-hidden">{t('Theme')}</legend>
      {choices.map(([theme, icon, label]) => (
        <label key={label} title={label}>
          <input
            type="radio"
            name={group}
            aria-label={label}
            checked={chosen === theme}
            onChange={() => change(theme)}
          />
          <Icon of={icon} small />
        </label>
      ))}
    </fieldset>
  )
}
