import type { WebhookEndpointRow } from '#app/webhooks/pages.ts'
import { useTranslation } from '#web/i18n.tsx'

import { RelativeTime } from './RelativeTime.tsx'

type Props = { endpoint: Pick<WebhookEndpointRow, 'disabledAt' | 'failingSince'> }

/** The state of a webhook: on, failing or off. */
export function WebhookState({ endpoint: { disabledAt, failingSince } }: Props) {
  const t = useTranslation()
  const since = disabledAt ?? failingSince
  const isFailing = !disabledAt && failingSince !== null
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {isFailing && (
        <span className="badge" data-tone="attention">
          {t('Failing')}
        </span>
      )}
      {disabledAt && (
        <span className="badge" data-tone="neutral">
          {t('Off')}
        </span>
      )}
      {!since && <span className="badge">{t('On')}</span>}
      {since && <RelativeTime at={since} />}
    </span>
  )
}
