import { Link } from '@inertiajs/react'

import type { Mail } from '#app/pages.ts'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

export function ReadingPane({ mail }: { mail: Mail }) {
  const t = useText()
  return (
    <article className="card">
      <header>
        <h2>{mail.subject}</h2>
        <Link className="mailbox-back" href={route('mailbox.index')}>
          {t('All mail')}
        </Link>
        <dl>
          <dt>{t('From')}</dt>
          <dd>{mail.from}</dd>
          <dt>{t('To')}</dt>
          <dd>{mail.to}</dd>
        </dl>
      </header>
      <iframe
        title={mail.subject}
        src={route('mailbox.html', { mail: mail.id })}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      />
      <details>
        <summary>{t('Read as text')}</summary>
        <pre>{mail.text}</pre>
      </details>
    </article>
  )
}
