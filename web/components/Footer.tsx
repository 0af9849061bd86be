import { Link } from '@inertiajs/react'

import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { LanguageSwitch } from './LanguageSwitch.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

/** Footer of every page. Members have the theme switch in the account menu instead. */
export function Footer({ showTheme = true }: { showTheme?: boolean }) {
  const t = useTranslation()
  return (
    <footer className="footer">
      <nav aria-label={t('Legal')}>
        <Link href={route('terms.show')}>{t('Terms of Service')}</Link>
        <Link href={route('policy.show')}>{t('Privacy Policy')}</Link>
      </nav>
      <div>
        <LanguageSwitch />
        {showTheme && <ThemeSwitch />}
      </div>
    </footer>
  )
}
