import { Link } from '@inertiajs/react'

import { LanguageSwitch } from '#web/parts/LanguageSwitch.tsx'
import { ThemeSwitch } from '#web/parts/ThemeSwitch.tsx'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

/** The small print at the end of every page; a member has the theme in the account menu instead. */
export function Colophon({ theme = true }: { theme?: boolean }) {
  const t = useText()
  return (
    <footer className="colophon">
      <nav aria-label={t('Legal')}>
        <Link href={route('terms.show')}>{t('Terms of Service')}</Link>
        <Link href={route('policy.show')}>{t('Privacy Policy')}</Link>
      </nav>
      <div>
        <LanguageSwitch />
        {theme && <ThemeSwitch />}
      </div>
    </footer>
  )
}
