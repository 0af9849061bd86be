import { formatMailDate } from '#app/platform/mail/format-mail-date.ts'
import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'

import { reminderDaysBefore } from './limits.ts'

/** Sent before the erasure. @param path  of the cancel link */
export function deletionReminderMail(
  { translator: t, appName, absoluteUrl }: MailWriter,
  { path, leavesAt, timezone }: { path: string; leavesAt: number; timezone: string | null },
): RenderedMail {
  const days = reminderDaysBefore
  const when = formatMailDate(t, leavesAt, timezone)
  return renderMail(t, {
    appName,
    subject: t('{days} days left to keep your {appName} account', { days, appName }),
    heading: t('{days} days left', { days }),
    paragraphs: [
      t("On {when}, everything we store about you will be erased. This can't be undone.", { when }),
      t("Still want to leave? You don't need to do anything."),
    ],
    button: { label: t('Keep my account'), url: absoluteUrl(path), showUrl: true },
    notMeNote: t("Didn't request this? Keep your account, then change your password."),
  })
}
