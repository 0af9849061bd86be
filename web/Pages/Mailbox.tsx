import '#web/styles/mailbox.css'
import { Head, Link } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { mail } from '#web/components/icons/mail.ts'
import { useTranslation } from '#web/i18n.tsx'
import { Plain } from '#web/Layouts/Plain.tsx'
import { MailList } from '#web/Pages/Mailbox/Partials/MailList.tsx'
import { ReadingPane } from '#web/Pages/Mailbox/Partials/ReadingPane.tsx'
import { TemplateList } from '#web/Pages/Mailbox/Partials/TemplateList.tsx'
import { route } from '#web/route.ts'

export default function Mailbox({ mails, templates, openMail }: Pages['Mailbox']) {
  const t = useTranslation()
  const showsTemplates = templates.length > 0
  const title = showsTemplates ? t('All email templates') : t('Mailbox')
  return (
    <div className="grid gap-6">
      <Head title={openMail?.subject ?? title} />
      <header className="grid gap-1">
        <h1 className="heading">{title}</h1>
        <p className="text-muted">
          {t('Email is stored here instead of being sent, until MAIL_URL is set.')}
        </p>
      </header>
      <div className="mailbox" data-open={openMail !== null}>
        <div className="mailbox-lists" scroll-region="">
          <ListLink toTemplates={!showsTemplates} />
          {showsTemplates ? (
            <TemplateList templates={templates} openId={openMail?.id} />
          ) : (
            <MailList mails={mails} openId={openMail?.id} />
          )}
        </div>
        {openMail ? (
          <ReadingPane mail={openMail} isTemplate={showsTemplates}>
            <ListLink toTemplates={showsTemplates} />
          </ReadingPane>
        ) : (
          <EmptyState icon={mail}>{t('Select an email to read it.')}</EmptyState>
        )}
      </div>
    </div>
  )
}

function ListLink({ toTemplates }: { toTemplates: boolean }) {
  const t = useTranslation()
  return toTemplates ? (
    <Link className="link" href={route('mailbox.show', { mail: 'templates' })}>
      {t('All email templates')}
    </Link>
  ) : (
    <Link className="link" href={route('mailbox.index')}>
      {t('All email')}
    </Link>
  )
}

Mailbox.layout = [[Plain, { wide: true }]]
