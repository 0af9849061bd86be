import { formatMailDate } from '#app/platform/mail/format-mail-date.ts'
import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'

/** Sent two days before the erasure. @param path  of the cancel link */
export function deletionReminderMail(
  { translator: t, appName, absoluteUrl }: MailWriter,
  { path, leavesAt, timezone }: { path: string; leavesAt: number; timezone: string | null },
): RenderedMail {
  const when = formatMailDate(t, leavesAt, timezone)
  return renderMail(t, {
    appName,
    subject: t('Two days left to keep your {appName} account', { appName }),
    heading: t('Two days are left'),
    paragraphs: [
      t('On {when} everything we keep about you is erased, and nothing can bring it back.', {
        when,
      }),
      t('Want to leave? There is nothing to do.'),
    ],
    button: { label: t('Keep my account'), url: absoluteUrl(path) },
    notMeNote: t('You never asked for this? Keep the account, then set a new password.'),
  })
}
