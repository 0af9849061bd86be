import { Link } from '@inertiajs/react'

import type { MailSummary } from '#app/pages.ts'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { mail as mailIcon } from '#web/components/icons/mail.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

interface Props {
  mails: MailSummary[]
  openId: string | undefined
}

export function MailList({ mails, openId }: Props) {
  const t = useTranslation()
  const timeZone = useTimezone()
  if (mails.length === 0)
    return (
      <EmptyState icon={mailIcon}>
        {t('No email yet. Create an account to get your first one.')}
      </EmptyState>
    )
  return (
    <nav aria-label={t('All email')}>
      {mails.map((mail) => (
        <Link
          key={mail.id}
          href={route('mailbox.show', { mail: mail.id })}
          aria-current={mail.id === openId ? 'true' : undefined}
          preserveScroll
        >
          <span title={mail.subject}>{mail.subject}</span>
          <span>{mail.to}</span>
          <time dateTime={mail.sentAt}>
            {t.date(mail.sentAt, { dateStyle: 'medium', timeStyle: 'short', timeZone })}
          </time>
        </Link>
      ))}
    </nav>
  )
}
