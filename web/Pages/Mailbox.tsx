import { Head, Link } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Plain } from '#web/Layouts/Plain.tsx'
import { MailList } from '#web/Pages/Mailbox/Partials/MailList.tsx'
import { ReadingPane } from '#web/Pages/Mailbox/Partials/ReadingPane.tsx'
import { TemplateList } from '#web/Pages/Mailbox/Partials/TemplateList.tsx'
import { EmptyState } from '#web/parts/EmptyState.tsx'
import { mail } from '#web/parts/icons/mail.ts'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

export default function Mailbox({ mails, templates, open }: Pages['Mailbox']) {
  const t = useText()
  return (
    <div className="grid gap-6">
      <Head title={open?.subject ?? t('Mailbox')} />
      <header className="grid gap-1">
        <h1 className="heading">{t('Mailbox')}</h1>
        <p className="text-muted">
          {t('Mail leaves this machine only when MAIL_URL says so. Until then it is kept here.')}
        </p>
      </header>
      <div className="mailbox" data-open={open !== null}>
        <div className="mailbox-lists">
          {mails.length === 0 ? (
            <EmptyState icon={mail}>
              {t('No mail yet. Create an account, and the first one arrives.')}
            </EmptyState>
          ) : (
            <MailList mails={mails} openId={open?.id} />
          )}
          {templates.length > 0 ? (
            <TemplateList templates={templates} openId={open?.id} />
          ) : (
            <Link className="link" href={route('mailbox.show', { mail: 'templates' })}>
              {t('Every kind of mail')}
            </Link>
          )}
        </div>
        {open ? (
          <ReadingPane mail={open} />
        ) : (
          <EmptyState icon={mail}>{t('Choose a mail to read it.')}</EmptyState>
        )}
      </div>
    </div>
  )
}

Mailbox.layout = [[Plain, { wide: true }]]
