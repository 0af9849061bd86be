import { formatMailDate } from '#app/platform/mail/format-mail-date.ts'
import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'

export function invitationMail(
  { translator: t, appName, absoluteUrl }: MailWriter,
  { path, expiresAt }: { path: string; expiresAt: number },
): RenderedMail {
  return renderMail(t, {
    appName,
    subject: t("You're invited to {appName}", { appName }),
    heading: t("You're invited to {appName}", { appName }),
    paragraphs: [
      t(
        'Open the link to create an account for this address. It works once, until {when}. Only the newest one works.',
        { when: formatMailDate(t, expiresAt, null) },
      ),
    ],
    button: { label: t('Create an account'), url: absoluteUrl(path), showUrl: true },
    notMeNote: t("Don't want an account? Ignore this email: without the link none is created."),
  })
}
