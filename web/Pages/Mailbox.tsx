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
  const areSamples = templates.length > 0
  const title = areSamples ? t('Every kind of mail') : t('Mailbox')
  return (
    <div className="grid gap-6">
      <Head title={open?.subject ?? title} />
      <header className="grid gap-1">
        <h1 className="heading">{title}</h1>
        <p className="text-muted">
          {t('Mail leaves this machine only when MAIL_URL says so. Until then it is kept here.')}
        </p>
      </header>
      <div className="mailbox" data-open={open !== null}>
        <div className="mailbox-lists">
          <ToList samples={!areSamples} />
          {areSamples ? (
            <TemplateList templates={templates} openId={open?.id} />
          ) : (
            <MailList mails={mails} openId={open?.id} />
          )}
        </div>
        {open ? (
          <ReadingPane mail={open}>
            <ToList samples={areSamples} />
          </ReadingPane>
        ) : (
          <EmptyState icon={mail}>{t('Choose a mail to read it.')}</EmptyState>
        )}
      </div>
    </div>
  )
}

function ToList({ samples }: { samples: boolean }) {
  const t = useText()
  return samples ? (
    <Link className="link" href={route('mailbox.show', { mail: 'templates' })}>
      {t('Every kind of mail')}
    </Link>
  ) : (
    <Link className="link" href={route('mailbox.index')}>
      {t('All mail')}
    </Link>
  )
}

Mailbox.layout = [[Plain, { wide: true }]]
