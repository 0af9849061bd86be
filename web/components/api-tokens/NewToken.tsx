import { usePage } from '@inertiajs/react'
import { useRef, useState } from 'react'

import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { CopyButton } from '#web/components/CopyButton.tsx'
import { Dialog } from '#web/components/Dialog.tsx'
import { useTranslation } from '#web/i18n.tsx'

import { CurlExample } from './CurlExample.tsx'

/** Shows a newly created token once. It arrives as flash data, so props and browser history never contain it. */
export function NewToken({ exampleUrl }: { exampleUrl: string }) {
  const t = useTranslation()
  const { token } = usePage().flash
  const [dismissed, setDismissed] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const copyButton = useRef<HTMLButtonElement>(null)
  const isOpen = token !== undefined && token !== dismissed

  function close() {
    setDismissed(token)
    setAsking(false)
  }

  return (
    <>
      <Dialog
        open={isOpen}
        onClose={close}
        onDismiss={() => setAsking(true)}
        title={t('Your new API token')}
        initialFocus={copyButton}
      >
        <p>{t("Copy it now and store it like a password. You can't see it again.")}</p>
        <div className="new-token">
          <div className="snippet">
            <code translate="no">{token}</code>
          </div>
          {token && <CurlExample url={exampleUrl} token={token} />}
          <div role="alert">
            {isAsking && (
              <Alert tone="attention">
                {t('Have you saved the token? Choose "I\'ve saved it" to close this.')}
              </Alert>
            )}
          </div>
        </div>
        <div className="dialog-actions">
          <Button onClick={close}>{t("I've saved it")}</Button>
          {token && (
            <CopyButton
              ref={copyButton}
              text={token}
              label={t('Copy token')}
              showLabel
              tone="primary"
            />
          )}
        </div>
      </Dialog>
      {token && isOpen && <WithoutScript token={token} />}
    </>
  )
}

function WithoutScript({ token }: { token: string }) {
  const t = useTranslation()
  return (
    <noscript>
      <div className="alert mb-6" data-tone="success">
        <div>
          <p>{t('Your new API token')}</p>
          <code className="mono">{token}</code>
          <p>{t("Copy it now and store it like a password. You can't see it again.")}</p>
        </div>
      </div>
    </noscript>
  )
}
