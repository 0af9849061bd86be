import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'

/** To the operator, as a copy outside the reach of anyone who can write to the database. */
export function checkpointMail({ translator: t, appName }: MailWriter, note: string): RenderedMail {
  return renderMail(t, {
    appName,
    subject: t('Checkpoint of all records of {appName}', { appName }),
    heading: t('Where every record ended today'),
    paragraphs: [
      t(
        'Keep this mail. With it you can show later that no record was rewritten, even by someone who had every key: save what is below as a file and give it to history:verify with --checkpoint.',
      ),
    ],
    details: [[t('Checkpoint'), note.trim()]],
  })
}
