import { usePage } from '@inertiajs/react'

import { useTranslation } from '#web/i18n.tsx'

import { Alert } from './Alert.tsx'
import { CopyButton } from './CopyButton.tsx'

/** Shows the new secret of a webhook once. It arrives as flash data, so props and browser history never contain it. */
export function WebhookSecret() {
  const t = useTranslation()
  const { webhookSecret } = usePage().flash
  if (webhookSecret === undefined) return null
  return (
    <Alert tone="attention">
      <div className="grid gap-3 justify-items-start">
        <p>{t("Copy the new secret now and store it like a password. You can't see it again.")}</p>
        <div className="snippet">
          <code translate="no">{webhookSecret}</code>
        </div>
        <CopyButton text={webhookSecret} label={t('Copy the secret')} showLabel tone="primary" />
      </div>
    </Alert>
  )
}
