import type { WebhookEndpointRow } from '#app/webhooks/pages.ts'
import { useTranslation } from '#web/i18n.tsx'

import { RelativeTime } from './RelativeTime.tsx'

type Props = { endpoint: Pick<WebhookEndpointRow, 'disabledAt' | 'failingSince'> }

/** The state of a webhook: on, failing or off. */
export function WebhookState({ endpoint: { disabledAt, failingSince } }: Props) {
  const t = useTranslation()
  const since = disabledAt ?? failingSince
  const isFailing = !disabledAt && failingSince !== null
  const onOrOff = disabledAt ? t('Off') : t('On')
  return (
    <span className="inline-flex flex-wrap gap-2">
      <span className="badge" data-tone={isFailing ? 'attention' : 'neutral'}>
        {isFailing ? t('Failing') : onOrOff}
      </span>
      {since && <RelativeTime at={since} />}
    </span>
  )
}
