import type { SessionRow } from '#app/pages.ts'
import { useTranslation } from '#web/i18n.tsx'

/** From where, as far as it is known without asking anyone. */
export function NetworkAddress({ ip, country }: Pick<SessionRow, 'ip' | 'country'>) {
  const t = useTranslation()
  const name = country && t.region(country)
  if (!ip && !name) return t('Unknown')
  return (
    <span className="numbers">
      {/* A browser may have a newer name for a country than the server. */}
      <span suppressHydrationWarning>{[ip, name].filter(Boolean).join(', ')}</span>
    </span>
  )
}
