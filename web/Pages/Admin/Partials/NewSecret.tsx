import { usePage } from '@inertiajs/react'

import { Alert } from '#web/components/Alert.tsx'
import { CopyButton } from '#web/components/CopyButton.tsx'
import { useTranslation } from '#web/i18n.tsx'

/** A new signing secret, once. It arrives as flash data, so props and browser history never contain it. */
export function NewSecret() {
  const t = useTranslation()
  const { webhookSecret } = usePage().flash
  if (webhookSecret === undefined) return null
  return (
    <Alert tone="success">
      <div className="grid gap-2">
        <p>{t("Copy the new secret now and store it like a password. You can't see it again.")}</p>
        <div className="snippet">
          <code translate="no">{webhookSecret}</code>
        </div>
        <p>
          <CopyButton text={webhookSecret} label={t('Copy the secret')} showLabel />
        </p>
      </div>
    </Alert>
  )
}
