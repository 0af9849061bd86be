import { usePage } from '@inertiajs/react'
import { useState } from 'react'

import { Button } from '#web/parts/Button.tsx'
import { CopyButton } from '#web/parts/CopyButton.tsx'
import { Dialog } from '#web/parts/Dialog.tsx'
import { useText } from '#web/text.tsx'

/** Shows a token that was just made, this once: it is in no props and in no history. */
export function NewToken() {
  const t = useText()
  const { token } = usePage().flash
  const [putAway, putItAway] = useState<string>()
  const title = t('Your new token')
  const once = t('Copy it now and keep it like a password. It is not shown again.')

  return (
    <>
      <Dialog
        open={token !== undefined && token !== putAway}
        onClose={() => putItAway(token)}
        title={title}
      >
        <p className="mb-4">{once}</p>
        <div className="snippet">
          <code translate="no">{token}</code>
          {token && <CopyButton text={token} label={t('Copy the token')} />}
        </div>
        <div className="dialog-actions">
          <Button tone="primary" onClick={() => putItAway(token)}>
            {t('I have kept it')}
          </Button>
        </div>
      </Dialog>
      {token && token !== putAway && (
        <noscript>
          <div className="notice mb-6" data-tone="success">
            <div>
              <p>{title}</p>
              <code className="mono">{token}</code>
              <p>{once}</p>
            </div>
          </div>
        </noscript>
      )}
    </>
  )
}
