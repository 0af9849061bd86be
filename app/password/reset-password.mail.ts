import { linkLifetimeMinutes } from '#app/platform/auth/limits.ts'
import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'

export function resetPasswordMail(
  { translator: t, appName, absoluteUrl }: MailWriter,
  path: string,
): RenderedMail {
  return renderMail(t, {
    appName,
    subject: t('Choose a new password for {appName}', { appName }),
    heading: t('Choose a new password'),
    paragraphs: [
      t(
        'You (or someone using your address) asked to reset your password. Open the link to choose a new one. It works once, for {minutes} minutes.',
        { minutes: linkLifetimeMinutes },
      ),
      t('Until then your current password keeps working.'),
    ],
    button: { label: t('Choose a new password'), url: absoluteUrl(path), showUrl: true },
    notMeNote: t("Didn't request this? Ignore this email: nobody gets in without the link."),
  })
}
