import { useTranslation } from '#web/i18n.tsx'

import { RelativeTime } from './RelativeTime.tsx'

interface Props {
  isEnabled: boolean
  /** The start of this state, or of the failures; null without any. */
  since: string | null
}

/** The state of a webhook: on, failing or off. */
export function WebhookState({ isEnabled, since }: Props) {
  const t = useTranslation()
  const isFailing = isEnabled && since !== null
  const onOrOff = isEnabled ? t('On') : t('Off')
  return (
    <span className="inline-flex flex-wrap gap-2">
      <span className="badge" data-tone={isFailing ? 'attention' : 'neutral'}>
        {isFailing ? t('Failing') : onOrOff}
      </span>
      {since && <RelativeTime at={since} />}
    </span>
  )
}
