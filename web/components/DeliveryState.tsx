import { msg, type Message } from '@foyer/i18n'

import type { WebhookDeliveryRow } from '#app/webhooks/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { separator } from '#web/lib/separator.ts'

type Props = Pick<WebhookDeliveryRow, 'status' | 'attempts' | 'lastError'>

const labels: Readonly<Record<Props['status'], Message>> = {
  pending: msg('Waiting'),
  delivered: msg('Delivered'),
  failed: msg('Failed'),
}

/** The state of a webhook's message, the number of attempts, and why the last one failed. */
export function DeliveryState({ status, attempts, lastError }: Props) {
  const t = useTranslation()
  return (
    <span className="grid justify-items-start">
      <span className="badge" data-tone={status === 'failed' ? 'danger' : 'neutral'}>
        {t(labels[status])}
      </span>
      <span className="text-muted text-13 wrap-anywhere">
        {t.n(attempts, 'One attempt', '{count} attempts')}
        {status !== 'delivered' && lastError && (
          <span translate="no">
            {separator}
            {lastError}
          </span>
        )}
      </span>
    </span>
  )
}
