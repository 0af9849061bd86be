import type { WebhookEndpointRow } from '#app/webhooks/pages.ts'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { useTranslation } from '#web/i18n.tsx'

export function EndpointState({ endpoint }: { endpoint: WebhookEndpointRow }) {
  const t = useTranslation()
  const { disabledAt, failingSince } = endpoint
  if (disabledAt)
    return (
      <span>
        {t('Disabled')} <RelativeTime at={disabledAt} />
      </span>
    )
  if (failingSince)
    return (
      <span>
        {t('Fails since')} <RelativeTime at={failingSince} />
      </span>
    )
  return <span>{t('Works')}</span>
}
