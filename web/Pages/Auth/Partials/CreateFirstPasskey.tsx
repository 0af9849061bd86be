import { Link } from '@inertiajs/react'

import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { usePasskeyCreation } from '#web/hooks/use-passkey-creation.ts'
import { usePasskeySupport } from '#web/hooks/use-passkey-support.ts'
import { Trans, useTranslation } from '#web/i18n.tsx'

interface Props {
  /** The URL that gives the options and takes the passkey. */
  action: string
  passwordUrl: string
}

/** The passkey that a new account begins with. */
export function CreateFirstPasskey({ action, passwordUrl }: Props) {
  const t = useTranslation()
  const isSupported = usePasskeySupport()
  const target = { options: action, action, errorBag: 'firstPasskey' }
  const { isBusy, errorMessage, create } = usePasskeyCreation(target)
  return (
    <>
      {isSupported ? (
        <div className="grid gap-6 needs-script">
          <p>{t('Your device will ask for your fingerprint, face or screen lock.')}</p>
          {errorMessage && (
            <Alert tone="danger" role="alert">
              {errorMessage}
            </Alert>
          )}
          <Button tone="primary" wide aria-disabled={isBusy || undefined} onClick={create}>
            {t('Confirm and create a passkey')}
          </Button>
        </div>
      ) : (
        <NoPasskey passwordUrl={passwordUrl} />
      )}
      <noscript>
        <NoPasskey passwordUrl={passwordUrl} />
      </noscript>
    </>
  )
}

function NoPasskey({ passwordUrl }: Pick<Props, 'passwordUrl'>) {
  return (
    <p>
      <Trans
        text="This browser can't create a passkey here. Open the link in another browser, or <link>sign up with a password</link>."
        link={(children) => <Link href={passwordUrl}>{children}</Link>}
      />
    </p>
  )
}
