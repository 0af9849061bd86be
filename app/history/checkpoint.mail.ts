import { type Letter, letter } from '#app/platform/mail/letter.ts'
import type { Post } from '#app/platform/post.ts'

/** To whoever runs it: what to keep where nobody who can change the database can reach it. */
export function checkpointMail({ text: t, appName }: Post, note: string): Letter {
  return letter(t, {
    appName,
    subject: t('Checkpoint of all records of {appName}', { appName }),
    heading: t('Where every record ended today'),
    paragraphs: [
      t(
        'Keep this mail. With it you can show later that no record was rewritten, even by someone who had every key: save what is below as a file and give it to history:verify with --checkpoint.',
      ),
    ],
    facts: [[t('Checkpoint'), note.trim()]],
  })
}
