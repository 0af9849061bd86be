import type { ProviderLink } from '#app/pages.ts'
import { useTranslation } from '#web/i18n.tsx'

/** Plain links: the browser leaves the site, with or without script. */
export function ProviderLinks({ providers }: { providers: ProviderLink[] }) {
  const t = useTranslation()
  if (providers.length === 0) return null
  return (
    <ul className="grid gap-3" aria-label={t('Other ways to sign in')}>
      {providers.map(({ label, href, isLast }) => (
        <li key={href} className="grid gap-1">
          <a className="button" data-wide href={href}>
            <span>{t('Continue with {provider}', { provider: label })}</span>
          </a>
          {isLast && (
            <span className="text-muted text-13">{t('You last signed in with this.')}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
