import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'

/** Sent to the operator, as a copy out of reach of anyone who can write to the database. */
export function checkpointMail({ translator: t, appName }: MailWriter, note: string): RenderedMail {
  return renderMail(t, {
    appName,
    subject: t('Checkpoint of all event logs of {appName}', { appName }),
    heading: t('Checkpoint of all event logs'),
    paragraphs: [
      t(
        'Keep this email. With it, you can prove later that no event log was rewritten, even by someone with every key. Save the text below as a file and pass it to history:verify with --checkpoint.',
      ),
    ],
    details: [[t('Checkpoint'), note.trim()]],
  })
}
