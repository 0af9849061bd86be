import { type Letter, letter } from '#app/platform/mail/letter.ts'
import { mailMoment } from '#app/platform/mail/mail-moment.ts'
import type { Post } from '#app/platform/post.ts'

/** Two days before the end: the last word, and the way back. */
export function deletionReminderMail(
  { text: t, appName, link }: Post,
  { path, leavesAt, zone }: { path: string; leavesAt: number; zone: string | null },
): Letter {
  const when = mailMoment(t, leavesAt, zone)
  return letter(t, {
    appName,
    subject: t('Two days left to keep your {appName} account', { appName }),
    heading: t('Two days are left'),
    paragraphs: [
      t('On {when} everything we keep about you is erased, and nothing can bring it back.', {
        when,
      }),
      t('Want to leave? There is nothing to do.'),
    ],
    button: { label: t('Keep my account'), url: link(path) },
    notYou: t('You never asked for this? Keep the account, then set a new password.'),
  })
}
