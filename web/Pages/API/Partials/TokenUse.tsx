import type { ApiTokenRow } from '#app/api-tokens/pages.ts'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { useTranslation } from '#web/i18n.tsx'

type Props = Pick<ApiTokenRow, 'lastUsedAt' | 'lastUsedIp' | 'uses' | 'programs'>

/** When a token was last used, from where, how often and by which programs. */
export function TokenUse({ lastUsedAt, lastUsedIp, uses, programs }: Props) {
  const t = useTranslation()
  const count = t.n(uses, 'One request', '{count} requests')
  return (
    <div className="token-cell">
      {lastUsedAt ? <RelativeTime at={lastUsedAt} /> : t('Never')}
      {lastUsedIp && <small className="tabular-numbers">{lastUsedIp}</small>}
      {programs.length > 0 ? (
        <details className="token-programs">
          <summary>{count}</summary>
          <ul>
            {programs.map(({ userAgent, name, uses: programUses }) => (
              <li key={userAgent} title={userAgent}>
                <span translate="no">{name ?? t('Unknown program')}</span>:{' '}
                <span className="tabular-numbers">{t.number(programUses)}</span>
              </li>
            ))}
          </ul>
        </details>
      ) : (
        uses > 0 && <small>{count}</small>
      )}
    </div>
  )
}
