import type { SessionRow } from '#app/browser-sessions/pages.ts'
import { useTranslation } from '#web/i18n.tsx'

/** IP address and country, if known; no third party is queried. */
export function NetworkAddress({ ip, country }: Pick<SessionRow, 'ip' | 'country'>) {
  const t = useTranslation()
  const name = country && t.region(country)
  if (!ip && !name) return t('Unknown')
  return (
    <span className="tabular-numbers">
      {/* Browser and server may have different names for a country. */}
      <span suppressHydrationWarning>{[ip, name].filter(Boolean).join(', ')}</span>
    </span>
  )
}
