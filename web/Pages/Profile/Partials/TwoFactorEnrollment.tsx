import '#web/styles/two-factor.css'
import type { TwoFactor } from '#app/two-factor/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { CodeField } from '#web/components/CodeField.tsx'
import { CopyButton } from '#web/components/CopyButton.tsx'
import { Form } from '#web/components/Form.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

interface Props {
  enrollment: NonNullable<TwoFactor['enrollment']>
  /** Two-factor is already enabled; the current app works until this one replaces it. */
  isOn: boolean
}

export function TwoFactorEnrollment({ enrollment, isOn }: Props) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  return (
    <ol className="steps">
      <li>
        <ScanStep enrollment={enrollment} />
      </li>
      <li>
        <div>
          <p>{t('Enter the code from the app to turn on two-factor authentication.')}</p>
          <Form
            action={route('two-factor.confirm')}
            errorBag="confirmTwoFactorAuthentication"
            confirm={confirm}
          >
            <CodeField
              name="code"
              label={t('Six-digit code')}
              hint={t('It changes every 30 seconds.')}
            />
            <div className="form-actions">
              <Button type="submit" tone="primary">
                {isOn ? t('Use this app') : t('Turn on two-factor authentication')}
              </Button>
            </div>
          </Form>
          {isOn ? (
            <p className="text-muted">
              {t('Your current app works until then. Changed your mind? Just leave this page.')}
            </p>
          ) : (
            <Form action={route('two-factor.disable')} method="delete" confirm={confirm}>
              <div>
                <Button type="submit">{t('Cancel setup')}</Button>
              </div>
            </Form>
          )}
        </div>
      </li>
    </ol>
  )
}

/** Shows the QR code first on desktop, and the link that opens the app first on a phone. */
function ScanStep({ enrollment: { svg, link, secret } }: Pick<Props, 'enrollment'>) {
  const t = useTranslation()
  return (
    <div>
      <div className="open-app">
        <p>{t('Add this account to the authenticator app on this phone.')}</p>
        <a className="button" href={link}>
          {t('Open the app')}
        </a>
      </div>
      <div className="scan-qr-code">
        <p>{t('Scan this QR code with an authenticator app or your password manager.')}</p>
        <img
          className="qr"
          src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
          alt={t('QR code for your authenticator app. The key is below.')}
        />
      </div>
      <div className="enter-key">
        <p className="text-muted">{t('Or enter this key:')}</p>
        <p className="secret-key">
          <code translate="no">{secret.match(/.{1,4}/g)?.join(' ')}</code>
          <CopyButton text={secret} label={t('Copy the key')} />
        </p>
      </div>
    </div>
  )
}
