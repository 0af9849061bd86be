import '#web/styles/two-factor.css'
import { usePage } from '@inertiajs/react'
import { type ReactNode, useEffect, useRef } from 'react'

import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { CopyButton } from '#web/components/CopyButton.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { download } from '#web/components/icons/download.ts'
import { printer } from '#web/components/icons/printer.ts'
import { useTranslation } from '#web/i18n.tsx'

interface Props {
  codes: string[]
  /** The next step, once they are saved. */
  children?: ReactNode
}

/** Shown once: the server stores only hashes. */
export function RecoveryCodes({ codes, children }: Props) {
  const t = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  const { appName, auth } = usePage().props
  const email = auth.user?.email ?? ''
  const title = t('Recovery codes for {appName}, {email}', { appName, email })
  const text = codes.join('\n')
  const usage = t('Each code works once, instead of a code from your app.')

  // The form that requested the codes was removed, and had the focus.
  useEffect(() => heading.current?.focus(), [])

  return (
    <section className="recovery-codes" aria-labelledby="recovery-codes-title">
      <h3 ref={heading} id="recovery-codes-title" tabIndex={-1}>
        {t('Your recovery codes')}
      </h3>
      <p className="recovery-codes-owner">{title}</p>
      <Alert tone="attention">{t("Save these now. We can't show them again.")}</Alert>
      <p>
        {t('Keep them somewhere safe, not on your phone.')} {usage}
      </p>
      <ul translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="form-actions">
        <a
          className="button"
          data-tone={children ? undefined : 'primary'}
          download={`${appName}-recovery-codes.txt`.toLowerCase().replaceAll(' ', '-')}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${title}\n\n${text}\n\n${usage}\n`)}`}
        >
          <Icon path={download} small />
          {t('Download')}
        </a>
        <span className="needs-script">
          <Button onClick={() => print()}>
            <Icon path={printer} small />
            {t('Print')}
          </Button>
        </span>
        <CopyButton showLabel text={text} label={t('Copy')} />
      </div>
      {children}
    </section>
  )
}
