import { Link } from '@inertiajs/react'

import type { MailSummary } from '#app/pages.ts'
import { EmptyState } from '#web/parts/EmptyState.tsx'
import { mail as mailIcon } from '#web/parts/icons/mail.ts'
import { useZone } from '#web/parts/zone.ts'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

interface Props {
  mails: MailSummary[]
  openId: string | undefined
}

export function MailList({ mails, openId }: Props) {
  const t = useText()
  const timeZone = useZone()
  if (mails.length === 0)
    return (
      <EmptyState icon={mailIcon}>
        {t('No mail yet. Create an account, and the first one arrives.')}
      </EmptyState>
    )
  return (
    <nav aria-label={t('All mail')}>
      {mails.map((mail) => (
        <Link
          key={mail.id}
          href={route('mailbox.show', { mail: mail.id })}
          aria-current={mail.id === openId ? 'true' : undefined}
          preserveScroll
        >
          <span>{mail.subject}</span>
          <span>{mail.to}</span>
          <time dateTime={mail.sentAt}>
            {t.date(mail.sentAt, { dateStyle: 'medium', timeStyle: 'short', timeZone })}
          </time>
        </Link>
      ))}
    </nav>
  )
}
