import type { ReactNode } from 'react'

import type { Mail } from '#app/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { MailFrame } from '#web/Pages/Mailbox/Partials/MailFrame.tsx'

interface Props {
  mail: Mail
  /** Link back to the list, for narrow screens. */
  children: ReactNode
}

export function ReadingPane({ mail, children }: Props) {
  const t = useTranslation()
  return (
    <article className="card">
      <header>
        <h2>{mail.subject}</h2>
        {children}
        <dl>
          <dt>{t('From')}</dt>
          <dd>{mail.from}</dd>
          <dt>{t('To')}</dt>
          <dd>{mail.to}</dd>
        </dl>
      </header>
      <MailFrame key={mail.id} mail={mail} />
      <details>
        <summary>{t('Plain text')}</summary>
        <pre>{mail.text}</pre>
      </details>
    </article>
  )
}
