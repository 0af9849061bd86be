import type { ApiTokenRow } from '#app/api-tokens/pages.ts'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { useTranslation } from '#web/i18n.tsx'

type Props = Pick<ApiTokenRow, 'state' | 'expiresAt' | 'overlapUntil'>

export function TokenExpiry({ state, expiresAt, overlapUntil }: Props) {
  const t = useTranslation()
  const badges = { good: null, ending: t('Expires soon'), ended: t('Expired') }
  return (
    <span className="token-cell">
      {badges[state] && (
        <span className="badge" data-tone={state === 'ended' ? 'danger' : 'attention'}>
          {badges[state]}
        </span>
      )}
      {expiresAt ? <RelativeTime at={expiresAt} /> : t('Never')}
      {overlapUntil && (
        <small>
          {t('The old one expires')} <RelativeTime at={overlapUntil} />
        </small>
      )}
    </span>
  )
}
