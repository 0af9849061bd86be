import { usePage } from '@inertiajs/react'
import { useState } from 'react'

import { Button } from '#web/components/Button.tsx'
import { CopyButton } from '#web/components/CopyButton.tsx'
import { Dialog } from '#web/components/Dialog.tsx'
import { useTranslation } from '#web/i18n.tsx'

/** Shows a newly created token once. It arrives as flash data, so props and browser history never contain it. */
export function NewToken() {
  const t = useTranslation()
  const { token } = usePage().flash
  const [dismissed, setDismissed] = useState<string>()
  const title = t('Your new token')
  const copyNowText = t('Copy it now and keep it like a password. It is not shown again.')

  return (
    <>
      <Dialog
        open={token !== undefined && token !== dismissed}
        onClose={() => setDismissed(token)}
        title={title}
      >
        <p className="mb-4">{copyNowText}</p>
        <div className="snippet">
          <code translate="no">{token}</code>
          {token && <CopyButton text={token} label={t('Copy the token')} />}
        </div>
        <div className="dialog-actions">
          <Button tone="primary" onClick={() => setDismissed(token)}>
            {t('I have kept it')}
          </Button>
        </div>
      </Dialog>
      {token && token !== dismissed && (
        <noscript>
          <div className="alert mb-6" data-tone="success">
            <div>
              <p>{title}</p>
              <code className="mono">{token}</code>
              <p>{copyNowText}</p>
            </div>
          </div>
        </noscript>
      )}
    </>
  )
}
