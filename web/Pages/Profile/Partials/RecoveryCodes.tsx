import { usePage } from '@inertiajs/react'

import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { CopyButton } from '#web/components/CopyButton.tsx'
import { useTranslation } from '#web/i18n.tsx'

/** Shown once: the server stores only hashes. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const t = useTranslation()
  const { appName, auth } = usePage().props
  const email = auth.user?.email ?? ''
  const title = t('Recovery codes for {appName}, {email}', { appName, email })
  const text = codes.join('\n')
  const file = `${title}\n\n${text}\n\n${t('Each works once, instead of a code from your app.')}\n`

  return (
    <section className="recovery-codes" aria-labelledby="recovery-codes-title">
      <h3 id="recovery-codes-title">{title}</h3>
      <Alert tone="attention">
        {t('They are shown only now. Nobody can show them again, us included.')}
      </Alert>
      <p>
        {t(
          'Put them somewhere safe, apart from your phone. Each works once, instead of a code from your app.',
        )}
      </p>
      <ul translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="form-actions">
        <a
          className="button"
          data-tone="primary"
          download={`${appName}-recovery-codes.txt`.toLowerCase().replaceAll(' ', '-')}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
        >
          {t('Download the codes')}
        </a>
        <span className="needs-script">
          <Button onClick={() => print()}>{t('Print the codes')}</Button>
        </span>
        <CopyButton showLabel text={text} label={t('Copy the codes')} />
      </div>
    </section>
  )
}
